import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotStart } from '../cannot-start.ts'
import { home } from '../home.ts'
import type { Door } from '../ipc/door.ts'
import { deskSystem } from '../os/desk.ts'
import { deskAtLogon } from './at-logon.ts'
import { runDesk } from './main.ts'

const shipped = join(home(), 'drivers')

/**
 * The desk role: `desk --connect <pipe>` for the gateway that started it, `desk` at logon for the service. Simulated
 * devices exist unless SIMULATE=0; installed drivers win over shipped ones.
 */
export const main = async (): Promise<void> => {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { connect: { type: 'string' } } })
  const dataDir = resolve(process.env.DATA_DIR ?? 'data')
  const drivers = process.env.DRIVERS_DIR ?? join(dataDir, 'agent', 'drivers')
  const desk = {
    dataDir,
    driversDirs: [shipped, drivers],
    // Beside them, kept by the gateway.
    packagesDir: join(drivers, '..', 'packages'),
    simulate: process.env.SIMULATE !== '0',
  }
  const system = await deskSystem()
  system.childrenEndWithMe()
  if (values.connect !== undefined) return runDesk({ ...desk, pipe: values.connect })
  const { MACHINE_DATA } = process.env
  if (!MACHINE_DATA) throw new CannotStart('本机助手没有安装在这台电脑上，桌面程序不能单独启动')
  system.hideConsole()
  const replace = ({ program }: Door) => {
    system.letChildrenStay()
    spawn(program, ['desk'], { detached: true, stdio: 'ignore', windowsHide: true }).unref()
  }
  const { isService: trusts, sessionIsActive: active } = system
  await deskAtLogon({ ...desk, machineData: MACHINE_DATA, active, trusts, replace })
}
