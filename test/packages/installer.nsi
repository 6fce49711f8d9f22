; A stand-in for electron-builder's installer, whose own plugins cannot be had everywhere: it does in the same order what ours is called in
; (templates/nsis/installSection.nsh and uninstaller.nsh), around a stand-in for the program.
;   -DPROGRAM=… -DVERSION=… -DOUT=… -DOURS=resources/packaging/links.nsh
Unicode true
Target amd64-unicode
!include LogicLib.nsh
!include FileFunc.nsh

!define APP_EXECUTABLE_FILENAME "Loadout.exe"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\dev.loadout.desktop"
!macro _isUpdated _a _b _t _f
  ${GetParameters} $R9
  ClearErrors
  ${GetOptions} $R9 "--updated" $R8
  IfErrors `${_f}` `${_t}`
!macroend
!define isUpdated `"" isUpdated ""`

!include "${OURS}"

Name "Loadout"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\loadout"

!macro closeProgram
  nsExec::Exec 'taskkill /F /IM "${APP_EXECUTABLE_FILENAME}"'
  Pop $R7
!macroend

Section
  SetShellVarContext current
  InitPluginsDir
  !insertmacro closeProgram
  ReadRegStr $R0 SHELL_CONTEXT "${UNINSTALL_KEY}" UninstallFile
  ${if} $R0 != ""
    CopyFiles /SILENT $R0 "$PLUGINSDIR\old-uninstaller.exe"
    ExecWait '"$PLUGINSDIR\old-uninstaller.exe" /S --updated _?=$INSTDIR' $R1
    ${if} $R1 <> 0
      SetErrorLevel 2
      Quit
    ${endif}
  ${endif}
  SetOutPath $INSTDIR
  ClearErrors
  File "/oname=${APP_EXECUTABLE_FILENAME}" "${PROGRAM}"
  FileOpen $R2 "$INSTDIR\version" w
  FileWrite $R2 "${VERSION}"
  FileClose $R2
  ${if} ${Errors}
    SetErrorLevel 3
    Quit
  ${endif}
  WriteUninstaller "$INSTDIR\Uninstall Loadout.exe"
  WriteRegStr SHELL_CONTEXT "${UNINSTALL_KEY}" UninstallFile "$INSTDIR\Uninstall Loadout.exe"
  !insertmacro customInstall
SectionEnd

Section Uninstall
  SetShellVarContext current
  !insertmacro closeProgram
  !insertmacro customUnInstall
  SetOutPath $TEMP
  RMDir /r $INSTDIR
  DeleteRegKey SHELL_CONTEXT "${UNINSTALL_KEY}"
SectionEnd
