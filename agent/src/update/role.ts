import { join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { takeOwnFolder } from '../gateway/own-folder.ts'
import { activate } from './activate.ts'
import { findInstallation } from './find.ts'
import { updateFolder } from './installation.ts'
import { openJournal } from './journal.ts'
import { UpdateMemory } from './memory.ts'
import { probeGateway } from './probe.ts'

/**
 * The updater: switches to the version the gateway has verified and said go to, or goes on with a switch that was
 * interrupted (after a reboot). One at a time; ends when the new version is committed or the old one runs again.
 */
export const main = async (): Promise<void> => {
  const installation = await findInstallation()
  if (!installation) throw new CannotStart('本程序不是安装版，不能自动升级')
  const giveBack = takeOwnFolder(updateFolder(installation))
  try {
    await activate({
      installation,
      journal: openJournal(installation, Date.now),
      memory: new UpdateMemory(installation),
      probe: (version, before) => probeGateway(join(installation.data, 'agent'), version, before),
      clock: Date.now,
      log: (text) => process.stdout.write(`${text}\n`),
    })
  } finally {
    giveBack()
  }
}
