; Segue for Windows: for one user, without an administrator, removed without a trace but that user's
; data (%LOCALAPPDATA%\Segue, which no line of this file names).
;
; makensis -DVERSION=0.1.0 -DBUNDLE=dist\segue -DICON=segue.ico -DOUT=Segue-Setup.exe segue.nsi
;   -DSIGN="signtool sign ... "    signs the uninstaller while it is made, and the installer
;   -DTARGET=amd64-unicode         stubs that run without 32-bit support (NSIS of Debian)

!ifdef TARGET
  Target ${TARGET}
!endif
Unicode true
ManifestDPIAware true
SetCompressor /SOLID lzma
SetCompressorDictSize 64

!include "MUI2.nsh"
!include "FileFunc.nsh"

!define NAME "Segue"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define CLASSES "Software\Classes"

Name "${NAME}"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "Software\${NAME}" "InstallDir"
BrandingText "${NAME} ${VERSION}"

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "FileDescription" "${NAME} installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT licence"

!ifdef SIGN
  !finalize '${SIGN} "%1"'
  !uninstfinalize '${SIGN} "%1"'
!endif

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\segue.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open Segue"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; A program that runs cannot be replaced: Windows refuses to open its file for writing.
!macro WaitUntilClosed
  retry:
  IfFileExists "$INSTDIR\segue.exe" 0 closed
  ClearErrors
  FileOpen $0 "$INSTDIR\segue.exe" a
  IfErrors 0 release
    IfSilent give_up
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION \
      "Segue is open. Save your piece, close Segue and try again." IDRETRY retry
  give_up:
    SetErrorLevel 2
    Quit
  release:
    FileClose $0
  closed:
!macroend

; Everything the installer has put there and nothing else: a folder that the user chose may hold
; files of theirs.
!macro RemoveProgram
  Delete "$INSTDIR\segue.exe"
  Delete "$INSTDIR\segue-cli.exe"
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\training"
!macroend

Section "${NAME}" SectionProgram
  SectionIn RO
  !insertmacro WaitUntilClosed
  ; An upgrade: files that the new version no longer has must not stay.
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  ; The programs come last: an installation that is cut off leaves none that starts with parts
  ; missing, and the next one makes it whole.
  File /r /x segue.exe /x segue-cli.exe "${BUNDLE}/*.*"
  File "${BUNDLE}/segue.exe"
  File "${BUNDLE}/segue-cli.exe"
  WriteUninstaller "$INSTDIR\Uninstall.exe"

  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\segue.exe"

  WriteRegStr HKCU "Software\${NAME}" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\segue.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Segue authors"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" "$0"
SectionEnd

Section "Open .segue pieces by double-click" SectionPieces
  WriteRegStr HKCU "${CLASSES}\Segue.Piece" "" "Segue piece"
  WriteRegStr HKCU "${CLASSES}\Segue.Piece\DefaultIcon" "" "$INSTDIR\segue.exe,0"
  WriteRegStr HKCU "${CLASSES}\Segue.Piece\shell\open\command" "" '"$INSTDIR\segue.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\.segue" "" "Segue.Piece"
  WriteRegStr HKCU "${CLASSES}\.segue" "Content Type" "application/x-segue"
  WriteRegStr HKCU "${CLASSES}\.segue\OpenWithProgids" "Segue.Piece" ""
SectionEnd

; Under ‘Open with’ only: the program that plays MIDI files by double-click stays what it was.
Section "Offer Segue for MIDI files" SectionMidi
  WriteRegStr HKCU "${CLASSES}\Segue.Midi" "" "MIDI file"
  WriteRegStr HKCU "${CLASSES}\Segue.Midi\shell\open\command" "" '"$INSTDIR\segue.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\.mid\OpenWithProgids" "Segue.Midi" ""
  WriteRegStr HKCU "${CLASSES}\.midi\OpenWithProgids" "Segue.Midi" ""
  WriteRegStr HKCU "${CLASSES}\.kar\OpenWithProgids" "Segue.Midi" ""
  WriteRegStr HKCU "${CLASSES}\.rmi\OpenWithProgids" "Segue.Midi" ""
SectionEnd

Section /o "Shortcut on the desktop" SectionDesktop
  CreateShortcut "$DESKTOP\${NAME}.lnk" "$INSTDIR\segue.exe"
SectionEnd

Section -TellExplorer
  ; SHCNE_ASSOCCHANGED
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

LangString TextProgram ${LANG_ENGLISH} "The program, with the starter model and the demo pieces."
LangString TextPieces ${LANG_ENGLISH} "Pieces that you save open in Segue."
LangString TextMidi ${LANG_ENGLISH} "Adds Segue to ‘Open with’; what opens MIDI files now goes on doing so."
LangString TextDesktop ${LANG_ENGLISH} "An icon on the desktop."
!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionProgram} $(TextProgram)
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionPieces} $(TextPieces)
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionMidi} $(TextMidi)
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionDesktop} $(TextDesktop)
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Section "Uninstall"
  !insertmacro WaitUntilClosed
  !insertmacro RemoveProgram
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  Delete "$DESKTOP\${NAME}.lnk"

  ReadRegStr $0 HKCU "${CLASSES}\.segue" ""
  StrCmp $0 "Segue.Piece" 0 +2
    DeleteRegKey HKCU "${CLASSES}\.segue"
  DeleteRegKey HKCU "${CLASSES}\Segue.Piece"
  DeleteRegKey HKCU "${CLASSES}\Segue.Midi"
  DeleteRegValue HKCU "${CLASSES}\.mid\OpenWithProgids" "Segue.Midi"
  DeleteRegValue HKCU "${CLASSES}\.midi\OpenWithProgids" "Segue.Midi"
  DeleteRegValue HKCU "${CLASSES}\.kar\OpenWithProgids" "Segue.Midi"
  DeleteRegValue HKCU "${CLASSES}\.rmi\OpenWithProgids" "Segue.Midi"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\${NAME}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
