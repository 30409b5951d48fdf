import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productName } from './layout.ts'
import { runTool, tryTool } from './run-tool.ts'

// Every user's logon starts a desk: by a task, which also starts it again when it failed; where tasks are not to be had,
// by the Run key.

const task = `${productName}\\Desk`
const runKey = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'
const runValue = `${productName}Desk`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * The task: with the rights of whoever logs on (S-1-5-32-545 = all users), in each session, without an end, as fast as
 * what he starts himself (a task that says nothing runs below normal, and so do its children).
 */
export const taskXml = (program: string): string => `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>医保云本机助手的桌面程序：读卡和打印</Description></RegistrationInfo>
  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>
  <Principals>
    <Principal id="Users"><GroupId>S-1-5-32-545</GroupId><RunLevel>LeastPrivilege</RunLevel></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>Parallel</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <Hidden>true</Hidden>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>4</Priority>
  </Settings>
  <Actions Context="Users"><Exec><Command>${escaped(program)}</Command><Arguments>desk</Arguments></Exec></Actions>
</Task>
`

const addTask = async (program: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-'))
  try {
    const file = join(folder, 'desk.xml')
    writeFileSync(file, `\ufeff${taskXml(program)}`, 'utf16le')
    await runTool('schtasks.exe', ['/Create', '/F', '/TN', task, '/XML', file])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Has every logon start this program's desk. Idempotent; an earlier program's entry is replaced. */
export const addLogonEntry = async (program: string): Promise<void> => {
  const done = await addTask(program).then(
    () => true,
    () => false,
  )
  if (done) await tryTool('reg.exe', ['delete', runKey, '/v', runValue, '/f'])
  else await runTool('reg.exe', ['add', runKey, '/v', runValue, '/t', 'REG_SZ', '/d', `"${program}" desk`, '/f'])
}

/** Starts the desk of whoever is logged on now, with his rights. Without a task his next logon does. */
export const startAtOnce = async (): Promise<void> => {
  await tryTool('schtasks.exe', ['/Run', '/TN', task])
}

/** Ends what runs at logon and takes its entry away; one that is not there is none to take. */
export const removeLogonEntry = async (): Promise<void> => {
  await tryTool('schtasks.exe', ['/End', '/TN', task])
  await tryTool('schtasks.exe', ['/Delete', '/F', '/TN', task])
  await tryTool('reg.exe', ['delete', runKey, '/v', runValue, '/f'])
}
