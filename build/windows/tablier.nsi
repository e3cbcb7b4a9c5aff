; The Windows installer, for one person, without an administrator. `build/make.py installer` puts the definitions
; before it: SOURCE (all in the executable's folder), TARGET (the installer), ICON, PICTURE, VERSION, NUMBERS (four of
; them), PUBLISHER, HOMEPAGE, ISSUES, and SIGN, a command that signs a file, where there is one.
; The person's matches lie elsewhere, or in the folder `portable`: neither is touched.
Unicode true
ManifestDPIAware true
SetCompressor /SOLID lzma
!include MUI2.nsh
!include FileFunc.nsh
!include x64.nsh

!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tablier"
!define KIND "Tablier.Match"
Name "Tablier"
BrandingText "Tablier ${VERSION}"
OutFile "${TARGET}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Tablier"
InstallDirRegKey HKCU "${ENTRY}" "InstallLocation"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Tablier"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Tablier"
VIAddVersionKey "CompanyName" "${PUBLISHER}"
VIAddVersionKey "LegalCopyright" "${PUBLISHER}, MIT licence"
!ifdef SIGN
  !finalize '${SIGN} "%1"'
  !uninstfinalize '${SIGN} "%1"'
!endif

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PICTURE}"
!define MUI_WELCOMEFINISHPAGE_BITMAP_STRETCH AspectFitHeight
!define MUI_FINISHPAGE_RUN "$INSTDIR\tablier.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "French"
LangString running ${LANG_ENGLISH} "Tablier is open. Close it, then try again."
LangString running ${LANG_FRENCH} "Tablier est ouvert. Fermez-le, puis réessayez."
LangString old ${LANG_ENGLISH} "Tablier needs a 64-bit Windows."
LangString old ${LANG_FRENCH} "Tablier demande un Windows 64 bits."
LangString match ${LANG_ENGLISH} "Tablier match"
LangString match ${LANG_FRENCH} "Partie de Tablier"

; What an earlier version has left would be loaded by the new one. Windows deletes no program that runs.
!macro CLEAR un
Function ${un}Clear
  retry:
  ClearErrors
  Delete "$INSTDIR\tablier.exe"
  IfErrors 0 gone
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(running)" /SD IDCANCEL IDRETRY retry
  SetErrorLevel 2
  Quit
  gone:
  RMDir /r "$INSTDIR\_internal"
FunctionEnd
!macroend
!insertmacro CLEAR ""
!insertmacro CLEAR "un."

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(old)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
FunctionEnd

Section
  Call Clear
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Tablier.lnk" "$INSTDIR\tablier.exe"

  WriteRegStr HKCU "Software\Classes\${KIND}" "" "$(match)"
  WriteRegStr HKCU "Software\Classes\${KIND}\DefaultIcon" "" '"$INSTDIR\tablier.exe",0'
  WriteRegStr HKCU "Software\Classes\${KIND}\shell\open\command" "" '"$INSTDIR\tablier.exe" "%1"'
  WriteRegStr HKCU "Software\Classes\.tablier" "" "${KIND}"
  WriteRegStr HKCU "Software\Classes\.tablier" "Content Type" "application/x-tablier-match"
  WriteRegStr HKCU "Software\Classes\.tablier\OpenWithProgids" "${KIND}" ""
  ${RefreshShellIcons}

  WriteRegStr HKCU "${ENTRY}" "DisplayName" "Tablier"
  WriteRegStr HKCU "${ENTRY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${ENTRY}" "DisplayIcon" '"$INSTDIR\tablier.exe",0'
  WriteRegStr HKCU "${ENTRY}" "Publisher" "${PUBLISHER}"
  WriteRegStr HKCU "${ENTRY}" "URLInfoAbout" "${HOMEPAGE}"
  WriteRegStr HKCU "${ENTRY}" "HelpLink" "${ISSUES}"
  WriteRegStr HKCU "${ENTRY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${ENTRY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${ENTRY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${ENTRY}" "NoModify" 1
  WriteRegDWORD HKCU "${ENTRY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${ENTRY}" "EstimatedSize" $0
SectionEnd

Section "Uninstall"
  Call un.Clear
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Tablier.lnk"
  DeleteRegKey HKCU "Software\Classes\${KIND}"
  DeleteRegValue HKCU "Software\Classes\.tablier\OpenWithProgids" "${KIND}"
  ReadRegStr $0 HKCU "Software\Classes\.tablier" ""
  StrCmp $0 "${KIND}" 0 +2
  DeleteRegValue HKCU "Software\Classes\.tablier" ""
  DeleteRegValue HKCU "Software\Classes\.tablier" "Content Type"
  DeleteRegKey /ifempty HKCU "Software\Classes\.tablier\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "Software\Classes\.tablier"
  DeleteRegKey HKCU "${ENTRY}"
  ${RefreshShellIcons}
SectionEnd
