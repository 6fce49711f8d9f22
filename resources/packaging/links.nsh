; loadout:// links: registered for whom the program is installed (one user or all), unregistered on removal.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\loadout" "" "URL:Loadout link"
  WriteRegStr SHELL_CONTEXT "Software\Classes\loadout" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\loadout\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

; An update runs the old uninstaller too: what the player set stays then.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\loadout"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "Loadout"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "Loadout"
  ${endif}
!macroend
