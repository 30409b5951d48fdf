; setup.exe of the agent: per machine, silent with /S. It carries files and asks the agent itself to do the rest
; (agent.exe install, uninstall), so that everything about service, desk and policies is in one place.
;   /S  /ENROLL=<code>  /SERVER=<https://…>  /CONSOLE=<origin>  /SIMULATE=1  /D=<folder> (last, NSIS' own)
Unicode true
ManifestDPIAware true
RequestExecutionLevel admin
Name "医保云本机助手"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\YibaoAgent"
ShowInstDetails nevershow
ShowUninstDetails nevershow
BrandingText "医保云"
VIProductVersion "${FILE_VERSION}"
VIAddVersionKey /LANG=2052 "ProductName" "医保云本机助手"
VIAddVersionKey /LANG=2052 "FileDescription" "医保云本机助手 安装程序"
VIAddVersionKey /LANG=2052 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=2052 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=2052 "LegalCopyright" "医保云"

!include "LogicLib.nsh"
!include "FileFunc.nsh"
!include "TextFunc.nsh"
!include "x64.nsh"
!include "WinVer.nsh"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\YibaoAgent"
; The uninstaller is a program too: it is signed while it is made.
!uninstfinalize '${SIGN}'

LoadLanguageFile "${NSISDIR}\Contrib\Language files\SimpChinese.nlf"
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    MessageBox MB_ICONSTOP "医保云本机助手需要 64 位的 Windows 10 或更高版本。" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  SetRegView 64
  SetShellVarContext all
  ; Where it stands already, unless somebody says where to.
  ${If} $INSTDIR == "$PROGRAMFILES64\YibaoAgent"
    ReadRegStr $0 HKLM "${UNINSTALL_KEY}" "InstallLocation"
    ${If} $0 != ""
      StrCpy $INSTDIR $0
    ${EndIf}
  ${EndIf}
FunctionEnd

!include "uninstall-alone.nsh"

; What the agent said of its failure, in $1.
!macro ReadReport
  StrCpy $1 ""
  ClearErrors
  FileOpen $2 "$INSTDIR\report.txt" r
  ${IfNot} ${Errors}
    FileReadUTF16LE $2 $1
    FileClose $2
  ${EndIf}
!macroend

; Where the files wait: the agent that runs is not touched before everything else has been looked at.
; By a name of our own: a folder of tools may have a "setup" that is somebody else's.
!define FILES_HERE "$INSTDIR\YibaoAgent.setup"

Section
  ; Versions are removed as they get old, and all of them in the end: that folder is ours, or we stay out.
  ${If} ${FileExists} "$INSTDIR\versions\*.*"
  ${AndIfNot} ${FileExists} "$INSTDIR\uninstall.exe"
  ${AndIfNot} ${FileExists} "$INSTDIR\current"
  ${AndIfNot} ${FileExists} "$INSTDIR\install.json"
    MessageBox MB_ICONSTOP "$INSTDIR 里的 versions 文件夹不是本机助手的，没有装上，里面的文件没有改动。请换一个文件夹后重试。" /SD IDOK
    SetErrorLevel 3
    Quit
  ${EndIf}
  RMDir /r "${FILES_HERE}"
  SetOutPath "${FILES_HERE}"
  ClearErrors
  File /r "${FILES}/*.*"
  ${If} ${Errors}
    MessageBox MB_ICONSTOP "有文件写不进 ${FILES_HERE}，没有装上，原有的本机助手没有改动。请检查磁盘空间和杀毒软件后重试。" /SD IDOK
    SetErrorLevel 3
    Quit
  ${EndIf}
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  Delete "$INSTDIR\report.txt"
  ; The agent reads setup's own options: GetOptions would end an address at its first slash.
  ${GetParameters} $R0
  ; It stops what runs, copies the files to their place, and starts the former version again where something goes wrong.
  ; Not through a pipe: a 32-bit program's pipe is of no use to a 64-bit Node.
  ExecWait '"${FILES_HERE}\agent.exe" install --root "$INSTDIR" --report "$INSTDIR\report.txt" $R0' $0
  RMDir /r "${FILES_HERE}"
  ${If} $0 != 0
    !insertmacro ReadReport
    MessageBox MB_ICONSTOP "本机助手没有装好：$\r$\n$1" /SD IDOK
    SetErrorLevel 4
    Quit
  ${EndIf}

  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayName" "医保云本机助手"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "Publisher" "医保云"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoModify" 1
SectionEnd

Function un.onInit
  SetRegView 64
  SetShellVarContext all
FunctionEnd

; Has the agent of version $1 take everything away; $9 is "done" when it did. A damaged program is no dialog.
!macro un.AskVersion
  ${If} $9 != "done"
  ${AndIf} ${FileExists} "$INSTDIR\versions\$1\agent.exe"
    ClearErrors
    ExecWait '"$INSTDIR\versions\$1\agent.exe" uninstall --report "$INSTDIR\report.txt" $R0' $0
    ${IfNot} ${Errors}
    ${AndIf} $0 == 0
      StrCpy $9 "done"
    ${EndIf}
  ${EndIf}
!macroend

; /KEEPDATA=1 keeps what is in ProgramData: the binding to the shop, drivers, unprinted jobs.
Section "Uninstall"
  ${GetParameters} $R0
  System::Call 'kernel32::SetErrorMode(i 0x8003)'
  StrCpy $9 ""
  StrCpy $8 ""
  ClearErrors
  FileOpen $0 "$INSTDIR\current" r
  ${IfNot} ${Errors}
    FileRead $0 $8
    FileClose $0
    ${TrimNewLines} "$8" $8
  ${EndIf}
  ; The active version; without it any other one; without a program that can, the uninstaller itself.
  ${If} $8 != ""
    StrCpy $1 $8
    !insertmacro un.AskVersion
  ${EndIf}
  FindFirst $2 $1 "$INSTDIR\versions\*.*"
  ${DoWhile} $1 != ""
    ${If} $1 != "."
    ${AndIf} $1 != ".."
    ${AndIf} $1 != $8
      !insertmacro un.AskVersion
    ${EndIf}
    FindNext $2 $1
  ${Loop}
  FindClose $2
  ${If} $9 != "done"
    Call un.RemoveAlone
  ${EndIf}
  RMDir /r /REBOOTOK "$INSTDIR\versions"
  RMDir /r /REBOOTOK "${FILES_HERE}"
  Delete "$INSTDIR\current"
  Delete "$INSTDIR\current.new"
  Delete "$INSTDIR\install.json"
  Delete "$INSTDIR\install.json.new"
  Delete "$INSTDIR\report.txt"
  Delete "$INSTDIR\app.ico"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKLM "${UNINSTALL_KEY}"
SectionEnd
