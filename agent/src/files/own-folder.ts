import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { withoutLink } from './disk.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Takes an agent's folder for this process, waiting `waitMs` for one that is just ending; answers what gives it back.
 * Two gateways on one folder would each take the other's print jobs for those of a dead one. The lock is the operating
 * system's, so a kill -9 frees it. Throws CannotStart when another agent holds the folder.
 */
export const takeOwnFolder = (folder: string, waitMs = 5000): (() => void) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const lock = openSqlite(withoutLink(join(folder, 'lock.sqlite')), (made) =>
      made.exec(`pragma busy_timeout = ${waitMs}; begin exclusive`),
    )
    return () => lock.close()
  } catch (fault) {
    if (!(fault instanceof Error && /locked/.test(fault.message))) throw fault
    throw new CannotStart(`另一个本机助手正在使用 ${folder}，请先退出它`)
  }
}
