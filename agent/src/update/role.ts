import { join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { openLogFile } from '../files/log-file.ts'
import { takeOwnFolder } from '../files/own-folder.ts'
import { updaterName } from '../install/layout.ts'
import type { Installation } from '../install/platform.ts'
import { activate } from './activate.ts'
import { findInstallation } from './find.ts'
import { updateFolder } from './installation.ts'
import { openJournal } from './journal.ts'
import { UpdateMemory } from './memory.ts'
import { gatewayServes, probeGateway, probeWaitMs } from './probe.ts'
import { strangeProgram } from './publisher.ts'

const secondLock = async () => {
  if (process.platform !== 'win32') return () => undefined
  const { signatureOf } = await import('../os/windows-signature.ts')
  return (installation: Installation, version: string) => strangeProgram(installation, version, signatureOf)
}

const update = async (): Promise<void> => {
  const installation = await findInstallation()
  if (!installation) throw new CannotStart('本程序不是安装版，不能自动升级')
  const folder = updateFolder(installation)
  const giveBack = takeOwnFolder(folder)
  // A Windows service has no output that anybody keeps.
  const file = openLogFile(join(folder, 'logs'))
  try {
    await activate({
      installation,
      journal: openJournal(installation, Date.now),
      memory: new UpdateMemory(installation),
      probe: (version, before) => probeGateway(join(installation.data, 'agent'), version, before, probeWaitMs()),
      serves: (version) => gatewayServes(join(installation.data, 'agent'), version),
      strange: await secondLock(),
      clock: Date.now,
      log: (text) => {
        file.write(`${new Date().toISOString()} ${text}\n`)
        process.stdout.write(`${text}\n`)
      },
    })
  } finally {
    file.close()
    giveBack()
  }
}

/**
 * The updater: switches to the version the gateway has verified and said go to, or goes on with a switch that was
 * interrupted (after a reboot). One at a time; ends when the new version is committed or the old one runs again. On
 * Windows a service of its own (`update --service`): what a service starts itself would end with it.
 */
export const main = async (): Promise<void> => {
  if (!process.argv.includes('--service')) return update()
  const { runAsService } = await import('../os/service.ts')
  const nothing = async () => {}
  // Stopped in between (Windows shuts down) it simply ends: the journal says where to go on.
  await runAsService(updaterName, { start: nothing, run: update, stop: nothing })
  process.exit(0)
}
