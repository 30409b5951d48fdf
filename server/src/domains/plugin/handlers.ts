import type { plugin as calls } from '@yibao/shared/calls/plugin.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { desc, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { addPackage } from './keep.ts'
import { monitorHandlers } from './monitor.ts'
import { packageRows } from './rows.ts'
import { serviceHandlers } from './services.ts'
import { assign, enable, install, remove, rollBack, stop, uninstall } from './states.ts'
import { pluginLog, pluginPackage } from './tables.ts'
import { doesOf, linesOf } from './words.ts'

const shown = async (c: Context, id: string) => {
  const [row] = (await packageRows.page(c, { id })).items
  return row ?? refuse('not.found', { what: '这个插件包' })
}

/** Lines of the run log on the detail. */
const lastEvents = 100

const versionsOf = async (c: Context, code: string) => {
  const { id, version, state, uploadedAt, uploadedBy, changes } = pluginPackage
  const rows = await c.db
    .select({ id, version, state, uploadedAt, uploadedBy, changes })
    .from(pluginPackage)
    .where(eq(pluginPackage.code, code))
    .orderBy(desc(pluginPackage.rank))
  return rows.map((row) => ({ ...row, uploadedAt: formatTime(row.uploadedAt) }))
}

const eventsOf = async (c: Context, code: string) => {
  const rows = await c.db
    .select()
    .from(pluginLog)
    .where(eq(pluginLog.plugin, code))
    .orderBy(desc(pluginLog.at), desc(pluginLog.id))
    .limit(lastEvents)
  return rows.reverse().map(({ at, move, version, text, by, service, infno }) => ({
    at: formatTime(at),
    move: move === '' ? `出错 ${infno} ${service}` : `${move} ${version}`,
    text: text || undefined,
    by: by || undefined,
  }))
}

const detail: Handlers<typeof calls>['packageGet'] = async ({ id }, c) => {
  const row = await shown(c, id)
  const { minServer, signers, installedAt, changes, services, files } = pluginPackage
  const [more] = await c.db
    .select({ minServer, signers, installedAt, changes, services, files })
    .from(pluginPackage)
    .where(eq(pluginPackage.id, id))
  if (!more) return refuse('not.found', { what: '这个插件包' })
  return {
    ...row,
    minServer: more.minServer,
    signers: more.signers.join('、'),
    installedAt: more.installedAt ? formatTime(more.installedAt) : undefined,
    changes: more.changes,
    versions: await versionsOf(c, row.code),
    serviceList: more.services.map((one) => ({
      ...{ code: one.code, name: one.name, kind: one.kind, infno: one.infno },
      ...{ does: doesOf(one), lines: linesOf(one) },
    })),
    fileList: more.files,
    events: await eventsOf(c, row.code),
  }
}

const done =
  (work: (c: Context, id: string) => Promise<void>) =>
  async ({ id }: { id: string }, c: Context) => {
    await work(c, id)
    return null
  }

/** /plugin (domain.md 8.14): packages, their services and what the nodes do with them. Super administrators only. */
export const pluginHandlers: Handlers<typeof calls> = {
  packagePaged: (filters, c) => packageRows.page(c, filters),
  packageGet: detail,
  upload: async (_, c) => shown(c, await addPackage(c)),
  install: done(install),
  enable: done(enable),
  stop: done(stop),
  rollback: done(rollBack),
  uninstall: done(uninstall),
  remove: done(remove),
  assign: async ({ id, areaCodes }, c) => {
    await assign(c, id, areaCodes)
    return null
  },
  ...serviceHandlers,
  ...monitorHandlers,
}
