import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '../cannot-start.ts'
import { states } from '../os/service-api.ts'
import {
  askToStart,
  changeService,
  ensureService,
  removeService,
  serviceState,
  startService,
  stopService,
} from '../os/service-control.ts'
import { endProcessesIn } from '../os/windows-processes.ts'
import { productName, programOf, updaterName } from './layout.ts'
import { addLogonEntry, removeLogonEntry, startAtOnce } from './logon-entry.ts'
import { placeIn } from './place.ts'
import type { ServiceState, Setup } from './platform.ts'
import { clearMoves, noVersion, readPointer, writePointer } from './pointer.ts'
import { entriesOf, regTool } from './windows-policies.ts'
import { accounts, claimFolder, giveFolders, starterOf } from './windows-rights.ts'

const stateNames: Record<number, ServiceState> = {
  [states.stopped]: 'stopped',
  [states.startPending]: 'starting',
  [states.stopPending]: 'stopping',
  [states.running]: 'running',
}
const minute = 60_000
const serviceKey = `HKLM\\System\\CurrentControlSet\\Services\\${productName}`
const startAuto = 2

const gatewayService = (program: string) => ({
  name: productName,
  title: '医保云本机助手',
  description: '收银电脑上的读卡、打印和 ERP 连接。停止后医保云页面不能读卡和打印。',
  command: `"${program}" gateway --service`,
  start: 'auto' as const,
  delayed: true,
  accounts: accounts.map(({ name }) => name),
  restartMs: [5_000, 30_000, minute],
})

const updaterCommand = (program: string) => `"${program}" update --service`

/**
 * The updater changes `root`, so it runs as the system; the gateway's account may start it and nothing more. A return
 * that the machine kept from happening is tried again, or nobody would serve the counter.
 */
const updaterService = (program: string, account: string) => ({
  name: updaterName,
  title: '医保云本机助手 更新',
  description: '更新医保云本机助手，并在断电后把更新做完或退回。',
  command: updaterCommand(program),
  start: 'demand' as const,
  accounts: ['LocalSystem'],
  restartMs: [30_000, minute, minute],
  access: `D:(A;;CCDCLCSWRPWPDTLOCRSDRCWDWO;;;SY)(A;;CCDCLCSWRPWPDTLOCRSDRCWDWO;;;BA)(A;;CCLCSWLOCRRC;;;IU)(A;;LCRPRC;;;${starterOf(account)})`,
})

/** The agent as a Windows service, with a desk that logon starts. */
export const windowsSetup = (root: string, data: string): Setup => {
  const active = () => {
    const version = readPointer(root)
    if (version === undefined) throw new CannotStart(noVersion(root))
    return version
  }
  const agree = async (version: string) => {
    const program = programOf(root, version)
    const account = await ensureService(gatewayService(program))
    await addLogonEntry(program)
    return account
  }
  return {
    root,
    data,
    supervised: true,
    active,
    claimData: async (known) => claimFolder(data, known),
    endAll: async () => {
      endProcessesIn(placeIn(root))
    },
    point: async (version) => {
      if (!existsSync(programOf(root, version))) throw new Error(`no version ${version} in ${root}`)
      writePointer(root, version)
      await agree(version)
    },
    stop: () => stopService(productName),
    start: () => startService(productName),
    rememberUpdater: () => changeService(updaterName, 'auto'),
    forgetUpdater: () => changeService(updaterName, 'demand', updaterCommand(programOf(root, active()))),
    launchUpdater: () => askToStart(updaterName),
    startDesk: startAtOnce,
    state: async () => {
      const state = await serviceState(productName)
      return state === undefined ? 'absent' : (stateNames[state] ?? 'stopped')
    },
    startsItself: async () => {
      const [start] = entriesOf(await regTool('query', serviceKey, '/v', 'Start'), 'REG_DWORD')
      return Number(start?.value) === startAuto
    },
    register: async () => {
      const account = await agree(active())
      await ensureService(updaterService(programOf(root, active()), account))
      giveFolders(data, account)
      await startAtOnce()
    },
    unregister: async () => {
      await stopService(productName)
      await stopService(updaterName)
      await removeLogonEntry()
      // A desk that somebody's logon is just starting is found the next time.
      for (let round = 0; endProcessesIn(placeIn(root)) > 0 && round < 5; round++) await sleep(500)
      await removeService(productName)
      await removeService(updaterName)
      clearMoves(root)
    },
  }
}
