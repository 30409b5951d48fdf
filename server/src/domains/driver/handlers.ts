import { manifestFile } from '@yibao/shared/agent/driver/package.ts'
import type { cardReadDll, medicalDll } from '@yibao/shared/calls/driver-package.ts'
import { eq, inArray } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { refuse } from '../../base/refuse.ts'
import { type Context, FileAnswer } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import type { MenuCode } from './contents.ts'
import { addPackage, changeInterface } from './keep.ts'
import { packageRows, type StoredPackage } from './rows.ts'
import { settingHandlers } from './settings.ts'
import { enable, rollBack, stop } from './states.ts'
import { driverFile, driverPackage } from './tables.ts'
import { testHandlers } from './try-out.ts'

const contentOf = async ({ db }: Context, hashes: string[]): Promise<Map<string, Buffer>> => {
  const rows = await db.select().from(driverFile).where(inArray(driverFile.sha256, hashes))
  return new Map(rows.map(({ sha256, content }) => [sha256, content]))
}

/** The calls of one page (domain.md 8.2, medical-dll and card-read-dll). */
const packageHandlers = (page: MenuCode): Handlers<typeof medicalDll> => {
  const rows = packageRows(page)
  const shown = async (c: Context, id: string) => {
    const [row] = (await rows.page(c, { id })).items
    return row ?? refuse('not.found', { what: '这个驱动包' })
  }
  /** A package of this page; the other page's are not found. */
  const found = async (c: Context, id: string): Promise<StoredPackage> => {
    await shown(c, id)
    const [row] = await c.db.select().from(driverPackage).where(eq(driverPackage.id, id))
    return row ?? refuse('not.found', { what: '这个驱动包' })
  }
  return {
    ...testHandlers,
    ...settingHandlers,
    paged: (filters, c) => rows.page(c, filters),
    get: async ({ id }, c) => {
      const { files } = await found(c, id)
      const own = files.find(({ path }) => path === manifestFile)!
      const bytes = (await contentOf(c, [own.sha256])).get(own.sha256)!
      return { ...(await shown(c, id)), manifest: JSON.parse(bytes.toString('utf8')), fileList: files }
    },
    add: async (about, c) => shown(c, (await addPackage(c, page, about)).id),
    update: async ({ id, manifest }, c) => shown(c, (await changeInterface(c, page, await found(c, id), manifest)).id),
    enable: async ({ id }, c) => {
      await enable(c, await found(c, id))
      return shown(c, id)
    },
    stop: async ({ id }, c) => {
      await stop(c, await found(c, id))
      return shown(c, id)
    },
    rollBack: async ({ id }, c) => shown(c, await rollBack(c, await found(c, id))),
    download: async ({ id }, c) => {
      const { driverId, version, files } = await found(c, id)
      const content = await contentOf(
        c,
        files.map(({ sha256 }) => sha256),
      )
      const entries = files.map(({ path, sha256 }) => [path, new Uint8Array(content.get(sha256)!)] as const)
      // Libraries are packed already, and the process is not held up.
      return new FileAnswer(zipSync(Object.fromEntries(entries), { level: 1 }), `${driverId}-${version}.zip`)
    },
  }
}

export const medicalDllHandlers: Handlers<typeof medicalDll> = packageHandlers('MedicalDll')
export const cardReadDllHandlers = packageHandlers('CardReadDll') as unknown as Handlers<typeof cardReadDll>
