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
!include "WinMessages.nsh"

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
!define MUI_FINISHPAGE_RUN_TEXT "$(OpenSegue)"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

; The wizard takes the language of Windows, English where it is neither.
!macro Text NAME ENGLISH GERMAN
  LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
  LangString ${NAME} ${LANG_GERMAN} "${GERMAN}"
!macroend
!insertmacro Text OpenSegue "Open Segue" "Segue öffnen"
!insertmacro Text IsOpen "Segue is open. Save your piece, close Segue and try again." \
  "Segue ist geöffnet. Sichern Sie Ihr Stück, schließen Sie Segue und versuchen Sie es noch einmal."
!insertmacro Text NamePieces "Open .segue pieces by double-click" "Stücke (.segue) per Doppelklick öffnen"
!insertmacro Text NameMusic "Offer Segue for MIDI files and MusicXML" "Segue für MIDI-Dateien und MusicXML anbieten"
!insertmacro Text NameCommand "The command ‘segue’ in every terminal" "Der Befehl „segue“ in jedem Terminal"
!insertmacro Text NameDesktop "Shortcut on the desktop" "Verknüpfung auf dem Desktop"
!insertmacro Text TextProgram "The program, with the starter model and the demo pieces." \
  "Das Programm, mit dem Startmodell und den Beispielstücken."
!insertmacro Text TextPieces "Pieces that you save open in Segue." "Gesicherte Stücke werden mit Segue geöffnet."
!insertmacro Text TextMusic "Adds Segue to ‘Open with’; what opens these files now goes on doing so." \
  "Nimmt Segue in „Öffnen mit“ auf; was diese Dateien jetzt öffnet, öffnet sie auch weiterhin."
!insertmacro Text TextCommand "Adds Segue's folder to your PATH." "Nimmt den Ordner von Segue in Ihren PATH auf."
!insertmacro Text TextDesktop "An icon on the desktop." "Ein Symbol auf dem Desktop."
!insertmacro Text TypePiece "Segue piece" "Segue-Stück"
!insertmacro Text TypeMidi "MIDI file" "MIDI-Datei"
!insertmacro Text TypeScore "MusicXML score" "MusicXML-Partitur"

; A variable of NSIS holds 1,024 characters and many a PATH is longer: one that went through a
; variable would come back cut off. These functions leave it in memory that Windows has given.
;
; ReadPath: $1 is the registry key of the user's environment, $2 the type of PATH, and $3 the address
; of the text “;PATH;” with room for one more folder; $3 is 0 where PATH cannot be read.
; WritePath: writes what is at $3 without its first character, frees it and tells other programs.
!macro PathFunctions UN
Function ${UN}ReadPath
  StrCpy $3 0
  ; HKEY_CURRENT_USER, KEY_READ | KEY_WRITE
  System::Call 'advapi32::RegCreateKeyExW(p 0x80000001, w "Environment", i 0, p 0, i 0, i 0x2001F, p 0, *p .r1, p 0) i .r0'
  StrCmp $0 0 0 done
  StrCpy $2 2
  StrCpy $4 0
  System::Call 'advapi32::RegQueryValueExW(p r1, w "Path", p 0, *i r2r2, p 0, *i r4r4) i .r0'
  StrCmp $0 0 there
  StrCmp $0 2 0 close  ; ERROR_FILE_NOT_FOUND: the user has no PATH of their own yet
  StrCpy $2 2          ; REG_EXPAND_SZ
  StrCpy $4 0
  there:
  StrCmp $2 1 text  ; REG_SZ
  StrCmp $2 2 text close
  text:
  StrLen $5 "$INSTDIR"
  IntOp $5 $5 * 2
  IntOp $5 $5 + $4
  IntOp $5 $5 + 16
  System::Alloc $5  ; all zeros
  Pop $3
  System::Call 'kernel32::lstrcpyW(p r3, w ";")'
  StrCmp $4 0 whole
  IntPtrOp $5 $3 + 2
  System::Call 'advapi32::RegQueryValueExW(p r1, w "Path", p 0, p 0, p r5, *i r4r4) i .r0'
  StrCmp $0 0 whole
  System::Free $3
  StrCpy $3 0
  Goto close
  whole:
  System::Call 'kernel32::lstrcatW(p r3, w ";")'
  Goto done
  close:
  System::Call 'advapi32::RegCloseKey(p r1)'
  done:
FunctionEnd

Function ${UN}WritePath
  IntPtrOp $4 $3 + 2
  System::Call 'kernel32::lstrlenW(p r4) i .r5'
  StrCmp $5 0 0 text
    System::Call 'advapi32::RegDeleteValueW(p r1, w "Path")'
    Goto written
  text:
  IntOp $5 $5 + 1
  IntOp $5 $5 * 2
  System::Call 'advapi32::RegSetValueExW(p r1, w "Path", i 0, i r2, p r4, i r5)'
  written:
  System::Free $3
  System::Call 'advapi32::RegCloseKey(p r1)'
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
FunctionEnd
!macroend
!insertmacro PathFunctions ""
!insertmacro PathFunctions "un."

; A program that runs cannot be replaced: Windows refuses to open its file for writing.
!macro WaitUntilClosed
  retry:
  IfFileExists "$INSTDIR\segue.exe" 0 closed
  ClearErrors
  FileOpen $0 "$INSTDIR\segue.exe" a
  IfErrors 0 release
    IfSilent give_up
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION \
      "$(IsOpen)" IDRETRY retry
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
  Delete "$INSTDIR\segue.com"
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
  ; Windows looks for .com before .exe: `segue` in a terminal is the program that has a console.
  File "/oname=segue.com" "${BUNDLE}/segue-cli.exe"
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

Section "$(NamePieces)" SectionPieces
  WriteRegStr HKCU "${CLASSES}\Segue.Piece" "" "$(TypePiece)"
  WriteRegStr HKCU "${CLASSES}\Segue.Piece\DefaultIcon" "" "$INSTDIR\segue.exe,0"
  WriteRegStr HKCU "${CLASSES}\Segue.Piece\shell\open\command" "" '"$INSTDIR\segue.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\.segue" "" "Segue.Piece"
  WriteRegStr HKCU "${CLASSES}\.segue" "Content Type" "application/x-segue"
  WriteRegStr HKCU "${CLASSES}\.segue\OpenWithProgids" "Segue.Piece" ""
SectionEnd

; Under ‘Open with’ only: the program that opens these files by double-click stays what it was.
!macro OfferFor SUFFIX TYPE
  WriteRegStr HKCU "${CLASSES}\${SUFFIX}\OpenWithProgids" "${TYPE}" ""
!macroend
!macro OfferNoMore SUFFIX TYPE
  DeleteRegValue HKCU "${CLASSES}\${SUFFIX}\OpenWithProgids" "${TYPE}"
!macroend
!macro ForEachSuffix DO
  !insertmacro ${DO} ".mid" "Segue.Midi"
  !insertmacro ${DO} ".midi" "Segue.Midi"
  !insertmacro ${DO} ".kar" "Segue.Midi"
  !insertmacro ${DO} ".rmi" "Segue.Midi"
  !insertmacro ${DO} ".musicxml" "Segue.Score"
  !insertmacro ${DO} ".mxl" "Segue.Score"
!macroend

Section "$(NameMusic)" SectionMusic
  WriteRegStr HKCU "${CLASSES}\Segue.Midi" "" "$(TypeMidi)"
  WriteRegStr HKCU "${CLASSES}\Segue.Midi\shell\open\command" "" '"$INSTDIR\segue.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\Segue.Score" "" "$(TypeScore)"
  WriteRegStr HKCU "${CLASSES}\Segue.Score\shell\open\command" "" '"$INSTDIR\segue.exe" "%1"'
  !insertmacro ForEachSuffix OfferFor
SectionEnd

Section "$(NameCommand)" SectionCommand
  Call ReadPath
  StrCmp $3 0 done
  ; Where it is from an earlier version it stays. What is read is one character longer at each end.
  System::Call 'shlwapi::StrStrIW(p r3, w ";$INSTDIR;") p .r0'
  StrCmp $0 0 add
    System::Free $3
    System::Call 'advapi32::RegCloseKey(p r1)'
    Goto done
  add:
  ; Where PATH was empty or ended in “;”, two stand at the end now: one goes.
  System::Call 'kernel32::lstrlenW(p r3) i .r0'
  IntOp $0 $0 - 2
  IntOp $0 $0 * 2
  IntPtrOp $0 $3 + $0
  System::Call '*$0(&i2 .r4)'
  StrCmp $4 59 0 append  ; “;”
    IntPtrOp $0 $0 + 2
    System::Call 'kernel32::RtlZeroMemory(p r0, p 2)'
  append:
  System::Call 'kernel32::lstrcatW(p r3, w "$INSTDIR")'
  Call WritePath
  done:
SectionEnd

Section /o "$(NameDesktop)" SectionDesktop
  CreateShortcut "$DESKTOP\${NAME}.lnk" "$INSTDIR\segue.exe"
SectionEnd

Section -TellExplorer
  ; SHCNE_ASSOCCHANGED
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionProgram} $(TextProgram)
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionPieces} $(TextPieces)
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionMusic} $(TextMusic)
  !insertmacro MUI_DESCRIPTION_TEXT ${SectionCommand} $(TextCommand)
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
  DeleteRegKey HKCU "${CLASSES}\Segue.Score"
  !insertmacro ForEachSuffix OfferNoMore

  Call un.ReadPath
  StrCmp $3 0 path_done
  System::Call 'shlwapi::StrStrIW(p r3, w ";$INSTDIR;") p .r0'
  StrCmp $0 0 0 path_there
    System::Free $3
    System::Call 'advapi32::RegCloseKey(p r1)'
    Goto path_done
  path_there:
  ; What follows the folder takes its place, by way of a copy: the two overlap.
  StrLen $4 ";$INSTDIR"
  IntOp $4 $4 * 2
  IntPtrOp $4 $0 + $4
  System::Call 'kernel32::lstrlenW(p r4) i .r5'
  IntOp $5 $5 + 1
  IntOp $5 $5 * 2
  System::Alloc $5
  Pop $5
  System::Call 'kernel32::lstrcpyW(p r5, p r4)'
  System::Call 'kernel32::lstrcpyW(p r0, p r5)'
  System::Free $5
  ; The last “;” is none of PATH's. Where the folder was all, one “;” is left: then nothing follows it.
  System::Call 'kernel32::lstrlenW(p r3) i .r4'
  StrCmp $4 1 write_path
  IntOp $4 $4 - 1
  IntOp $4 $4 * 2
  IntPtrOp $4 $3 + $4
  System::Call 'kernel32::RtlZeroMemory(p r4, p 2)'
  write_path:
  Call un.WritePath
  path_done:

  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\${NAME}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
