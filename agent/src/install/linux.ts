import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { programOf, type Scope, unitName, updaterUnit } from './layout.ts'
import { endGently, processesUnder, signalTo } from './linux-processes.ts'
import { account, gatewayUnit, requestFile, requestUnit, unitFolder, updaterUnitText } from './linux-units.ts'
import type { ServiceState, Setup } from './platform.ts'
import { noVersion, readPointer, writePointer } from './pointer.ts'
import { runTool, tryTool } from './run-tool.ts'

export interface LinuxOptions {
  root: string
  data: string
  scope: Scope
  /** Asks systemd; undefined where none runs: the units are written all the same. */
  systemctl: ((...args: string[]) => Promise<string>) | undefined
  units: string
  /** For words to the person in front. */
  say?: (text: string) => void
}

/** How this machine's systemd is asked, if one runs. */
const systemctlFor = async (scope: Scope): Promise<LinuxOptions['systemctl']> => {
  const flags = scope === 'user' ? ['--user'] : []
  const state = await runTool('systemctl', [...flags, 'is-system-running']).catch((error) => String(error.stdout ?? ''))
  // A machine in trouble ("degraded") still starts units; "offline" and silence mean that no systemd runs.
  if (!/^(running|degraded|starting|initializing|maintenance)/.test(state)) return undefined
  return (...args) => runTool('systemctl', [...flags, ...args])
}

const states: Record<string, ServiceState> = { active: 'running', activating: 'starting', deactivating: 'stopping' }

/** The agent as systemd's unit, for all users or for one. */
export const linuxSetup = (options: LinuxOptions): Setup => {
  const { root, data, scope, systemctl, units, say = () => {} } = options
  const unit = `${unitName}.service`
  const file = (name: string) => join(units, name)
  const active = () => {
    const version = readPointer(root)
    if (version === undefined) throw new CannotStart(noVersion(root))
    return version
  }
  const needed = () => {
    if (systemctl) return systemctl
    throw new CannotStart('这台机器没有运行 systemd，请用其他方式启动: agent gateway')
  }
  const agree = async (version: string, updaterToo: boolean) => {
    const plan = { root, data, scope, version }
    mkdirSync(units, { recursive: true })
    writeFileSync(file(unit), gatewayUnit(plan))
    if (updaterToo) writeFileSync(file(`${updaterUnit}.service`), updaterUnitText(plan))
    if (scope === 'system') writeFileSync(file(`${updaterUnit}.path`), requestUnit(plan))
    await systemctl?.('daemon-reload')
  }
  const ownAccount = async () => {
    if (scope === 'user') return mkdirSync(data, { recursive: true, mode: 0o700 })
    if (!readFileSync('/etc/passwd', 'utf8').includes(`\n${account}:`))
      await runTool('useradd', ['--system', '--home-dir', data, '--shell', '/usr/sbin/nologin', account])
    mkdirSync(data, { recursive: true })
    chmodSync(data, 0o700)
    await runTool('chown', ['-R', `${account}:`, data])
  }
  const endAll = async () => {
    for (const pid of processesUnder(root)) signalTo(pid, 'SIGKILL')
  }
  return {
    root,
    data,
    supervised: systemctl !== undefined,
    active,
    // Its folder is made where only root or the person himself may make one.
    claimData: async () => {},
    endAll,
    startDesk: async () => {},
    point: async (version) => {
      if (!existsSync(programOf(root, version))) throw new Error(`no version ${version} in ${root}`)
      writePointer(root, version)
      await agree(version, false)
    },
    // Where nobody supervises it, somebody started it by hand: an upgrade must not leave the old one behind.
    stop: async () => {
      if (systemctl) await systemctl('stop', unit)
      else await endGently(root)
    },
    start: async () => {
      await needed()('start', unit)
    },
    rememberUpdater: async () => {
      await needed()('enable', `${updaterUnit}.service`)
    },
    forgetUpdater: async () => {
      await agree(active(), true)
      await needed()('disable', `${updaterUnit}.service`)
    },
    launchUpdater: async () => {
      if (scope === 'user') return void (await needed()('start', '--no-block', `${updaterUnit}.service`))
      // The gateway's account may not be allowed to ask systemd, which watches the file all the same (sd_booted).
      if (!existsSync('/run/systemd/system')) needed()
      mkdirSync(dirname(requestFile(data)), { recursive: true })
      writeFileSync(requestFile(data), `${Date.now()}\n`)
    },
    state: async () => {
      if (!existsSync(file(unit))) return 'absent'
      const text = await systemctl?.('show', '--property=ActiveState', '--value', unit)
      return states[text?.trim() ?? ''] ?? 'stopped'
    },
    startsItself: async () => {
      const said = systemctl?.('is-enabled', unit).then(
        () => true,
        () => false,
      )
      return (await said) ?? false
    },
    register: async () => {
      await ownAccount()
      await agree(active(), true)
      await systemctl?.('enable', unit)
      if (scope === 'system') await systemctl?.('enable', '--now', `${updaterUnit}.path`)
      if (!systemctl) say(`这台机器没有运行 systemd：单元文件已写入 ${units}，没有启用`)
    },
    unregister: async () => {
      const all = [unit, `${updaterUnit}.service`, ...(scope === 'system' ? [`${updaterUnit}.path`] : [])]
      for (const one of all) await systemctl?.('disable', '--now', one).catch(() => {})
      await endAll()
      for (const one of all) rmSync(file(one), { force: true })
      await systemctl?.('daemon-reload')
      if (scope === 'system') await tryTool('userdel', [account])
    },
  }
}

/** For this machine and this person. */
export const linuxSetupHere = async (
  root: string,
  data: string,
  scope: Scope,
  say: (text: string) => void,
): Promise<Setup> =>
  linuxSetup({ root, data, scope, systemctl: await systemctlFor(scope), units: unitFolder(scope, homedir()), say })
