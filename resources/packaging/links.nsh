; loadout:// links: registered for the installing user, unregistered on removal.
!macro customInstall
  WriteRegStr HKCU "Software\Classes\loadout" "" "URL:Loadout link"
  WriteRegStr HKCU "Software\Classes\loadout" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\loadout\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

; An update runs the old uninstaller too: what the player set stays then.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\loadout"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "Loadout"
  ${endif}
!macroend
