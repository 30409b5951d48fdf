; What uninstall.exe does by itself when no agent.exe of the installation can: half an update, a virus scanner's quarantine,
; a hand that deleted. The same as `agent uninstall` (agent/src/install/windows.ts), by what every Windows has.
!define SERVICES_KEY "System\CurrentControlSet\Services"
!define POLICIES_KEY "Software\Policies"
!define FIREFOX_KEY "${POLICIES_KEY}\Mozilla\Firefox\LocalNetworkAccess"

; Stops (30 s at most) and deletes the service $R4. Stopped first: Windows starts again what it finds killed.
Function un.RemoveService
  System::Call 'advapi32::OpenSCManagerW(p 0, p 0, i 1) p .R1'
  ; Delete, stop, ask.
  System::Call 'advapi32::OpenServiceW(p R1, w R4, i 0x10024) p .R2'
  ${If} $R2 <> 0
    System::Alloc 28
    Pop $R3
    System::Call 'advapi32::ControlService(p R2, i 1, p R3)'
    StrCpy $R5 0
    ${Do}
      System::Call 'advapi32::QueryServiceStatus(p R2, p R3) i .R7'
      System::Call '*$R3(i, i .R6)'
      IntOp $R5 $R5 + 1
      ; 1 = stopped.
      ${If} $R7 = 0
      ${OrIf} $R6 = 1
      ${OrIf} $R5 > 120
        ${ExitDo}
      ${EndIf}
      Sleep 250
    ${Loop}
    System::Free $R3
    System::Call 'advapi32::DeleteService(p R2)'
    System::Call 'advapi32::CloseServiceHandle(p R2)'
  ${EndIf}
  System::Call 'advapi32::CloseServiceHandle(p R1)'
FunctionEnd

!macro un.RemoveLogonEntry
  nsExec::Exec '"$SYSDIR\schtasks.exe" /End /TN YibaoAgent\Desk'
  Pop $0
  nsExec::Exec '"$SYSDIR\schtasks.exe" /Delete /F /TN YibaoAgent\Desk'
  Pop $0
  DeleteRegValue HKLM "Software\Microsoft\Windows\CurrentVersion\Run" "YibaoAgentDesk"
!macroend

; Ends whatever runs from the versions' folders: desks of all users, hosts. By their place, for an agent.exe may be anybody's.
Function un.EndProcesses
  System::Alloc 32768
  Pop $R1
  System::Call 'psapi::EnumProcesses(p R1, i 32768, *i .R2) i .R3'
  StrLen $R5 "$INSTDIR\versions\"
  StrCpy $R6 0
  ${DoWhile} $R6 < $R2
    IntOp $R4 $R1 + $R6
    System::Call '*$R4(i .R7)'
    IntOp $R6 $R6 + 4
    ; Ask, terminate, wait.
    System::Call 'kernel32::OpenProcess(i 0x101001, i 0, i R7) p .R8'
    ${If} $R8 <> 0
      StrCpy $R9 ""
      System::Call 'kernel32::QueryFullProcessImageNameW(p R8, i 0, w .R9, *i ${NSIS_MAX_STRLEN}) i .R3'
      StrCpy $R9 $R9 $R5
      ${If} $R9 == "$INSTDIR\versions\"
        System::Call 'kernel32::TerminateProcess(p R8, i 1)'
        System::Call 'kernel32::WaitForSingleObject(p R8, i 5000)'
      ${EndIf}
      System::Call 'kernel32::CloseHandle(p R8)'
    ${EndIf}
  ${Loop}
  System::Free $R1
FunctionEnd

; Deletes the entries of a list that are $R4; $R5 counts them. An empty list is no list.
!macro un.RemoveFrom KEY
  StrCpy $R5 0
  StrCpy $R6 0
  ${Do}
    EnumRegValue $R7 HKLM "${KEY}" $R6
    ${If} $R7 == ""
      ${ExitDo}
    ${EndIf}
    ReadRegStr $R8 HKLM "${KEY}" $R7
    ClearErrors
    ${If} $R8 == $R4
      DeleteRegValue HKLM "${KEY}" $R7
      IntOp $R5 $R5 + 1
    ${EndIf}
    ${If} $R8 != $R4
    ${OrIf} ${Errors}
      IntOp $R6 $R6 + 1
    ${EndIf}
  ${Loop}
  ${If} $R6 = 0
    DeleteRegKey /ifempty HKLM "${KEY}"
  ${EndIf}
!macroend

; The page $R4 (an origin) is nobody's any more: what browser-policies.ts wrote for it goes.
Function un.RemovePage
  !insertmacro un.RemoveFrom "${POLICIES_KEY}\Google\Chrome\LoopbackNetworkAllowedForUrls"
  !insertmacro un.RemoveFrom "${POLICIES_KEY}\Google\Chrome\LocalNetworkAccessAllowedForUrls"
  !insertmacro un.RemoveFrom "${POLICIES_KEY}\Microsoft\Edge\LoopbackNetworkAllowedForUrls"
  !insertmacro un.RemoveFrom "${POLICIES_KEY}\Microsoft\Edge\LocalNetworkAccessAllowedForUrls"
  ; Firefox knows hosts: what stands between https:// and a port.
  StrCpy $R4 $R4 "" 8
  StrCpy $R6 0
  ${Do}
    StrCpy $R7 $R4 1 $R6
    ${If} $R7 == ""
    ${OrIf} $R7 == ":"
      ${ExitDo}
    ${EndIf}
    IntOp $R6 $R6 + 1
  ${Loop}
  StrCpy $R4 $R4 $R6
  !insertmacro un.RemoveFrom "${FIREFOX_KEY}\SkipDomains"
  ${If} $R5 > 0
    ; Nothing is left of the policy but that it is on, which is what we wrote.
    EnumRegKey $R6 HKLM "${FIREFOX_KEY}" 0
    EnumRegValue $R7 HKLM "${FIREFOX_KEY}" 0
    EnumRegValue $R8 HKLM "${FIREFOX_KEY}" 1
    ${If} "$R6$R7$R8" == "Enabled"
      DeleteRegKey HKLM "${FIREFOX_KEY}"
    ${EndIf}
  ${EndIf}
FunctionEnd

; Takes what JSON puts around a text off $R4.
Function un.Bare
  ${Do}
    StrCpy $R6 $R4 1
    StrCpy $R7 $R4 1 -1
    ${If} $R4 == ""
      ${ExitDo}
    ${ElseIf} $R6 == " "
    ${OrIf} $R6 == '"'
      StrCpy $R4 $R4 "" 1
    ${ElseIf} $R7 == '"'
    ${OrIf} $R7 == ","
    ${OrIf} $R7 == "$\r"
    ${OrIf} $R7 == "$\n"
      StrCpy $R4 $R4 -1
    ${Else}
      ${ExitDo}
    ${EndIf}
  ${Loop}
FunctionEnd

; $R3 is "found" when install.json told the pages. It has one of them a line (agent/src/install/settings.ts).
Function un.RemovePolicies
  StrCpy $R3 ""
  ClearErrors
  FileOpen $R1 "$INSTDIR\install.json" r
  ${If} ${Errors}
    Return
  ${EndIf}
  StrCpy $R2 ""
  ${Do}
    ClearErrors
    FileRead $R1 $R4
    ${If} ${Errors}
      ${ExitDo}
    ${EndIf}
    Call un.Bare
    ${If} $R2 == "pages"
      ${If} $R4 == "]"
        ${ExitDo}
      ${EndIf}
      Call un.RemovePage
    ${ElseIf} $R4 == 'consoleOrigins": ['
      StrCpy $R2 "pages"
      StrCpy $R3 "found"
    ${ElseIf} $R4 == 'consoleOrigins": []'
      StrCpy $R3 "found"
    ${EndIf}
  ${Loop}
  FileClose $R1
FunctionEnd

; $R3 is "" when Windows no longer knows the services.
!macro un.ServicesLeft
  ReadRegStr $R1 HKLM "${SERVICES_KEY}\YibaoAgent" "ImagePath"
  ReadRegStr $R2 HKLM "${SERVICES_KEY}\YibaoAgentUpdate" "ImagePath"
  StrCpy $R3 "$R1$R2"
!macroend

; Expects the uninstaller's own options in $R0.
Function un.RemoveAlone
  !insertmacro un.RemoveLogonEntry
  Delete "$DESKTOP\医保云.lnk"
  Delete "$SMPROGRAMS\医保云.lnk"
  StrCpy $R4 "YibaoAgent"
  Call un.RemoveService
  StrCpy $R4 "YibaoAgentUpdate"
  Call un.RemoveService
  Call un.EndProcesses
  Call un.RemovePolicies
  ${If} $R3 == ""
    MessageBox MB_ICONEXCLAMATION "没有找到安装记录 install.json：Chrome、Edge、Firefox 策略里登记的医保云网址没有移除，请管理员在浏览器策略中检查。" /SD IDOK
    SetErrorLevel 4
  ${EndIf}
  ClearErrors
  ${GetOptions} $R0 "/KEEPDATA=" $R1
  ${If} ${Errors}
  ${OrIf} $R1 == "0"
    RMDir /r /REBOOTOK "$APPDATA\YibaoAgent"
  ${EndIf}
  ; A service is gone when the last program that looks at it has closed it.
  StrCpy $R4 0
  ${Do}
    !insertmacro un.ServicesLeft
    IntOp $R4 $R4 + 1
    ${If} $R3 == ""
    ${OrIf} $R4 > 20
      ${ExitDo}
    ${EndIf}
    Sleep 250
  ${Loop}
  ${If} $R3 != ""
    MessageBox MB_ICONEXCLAMATION "服务「医保云本机助手」还被其他程序占用，重启电脑后才会消失，请重启。" /SD IDOK
    SetErrorLevel 4
  ${EndIf}
FunctionEnd
