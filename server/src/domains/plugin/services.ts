import type { plugin as calls } from '@yibao/shared/calls/plugin.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { tryMapping } from '../../centre/plugin/try.ts'
import { leastTimeout, mostTimeout } from '../../centre/plugin/waits.ts'
import { profileOf } from '../../centre/profiles.ts'
import type { Database } from '../../database/open.ts'
import { labelOf, takeEffect } from './force.ts'
import { logMove } from './keep.ts'
import { serviceRows } from './rows.ts'
import { changing } from './states.ts'
import { inUse, pluginArea, pluginPackage, pluginService } from './tables.ts'
import { areasText } from './words.ts'

type Service = typeof pluginService.$inferSelect
interface Which {
  plugin: string
  code: string
}

const which = ({ plugin, code }: Which) => and(eq(pluginService.plugin, plugin), eq(pluginService.code, code), inUse)

const found = async (db: Database, one: Which): Promise<Service> => {
  const [row] = await db.select().from(pluginService).where(which(one))
  return row ?? refuse('not.found', { what: '这个插件服务' })
}

const say = async (c: Context, tx: Database, row: Service, move: string, text = '') => {
  c.on(labelOf(row))
  await logMove(c, tx, { code: row.plugin, version: row.version }, `${row.name} ${move}`, text)
}

const switched = (c: Context, one: Which, enabled: boolean): Promise<void> =>
  changing(c, async (tx) => {
    const row = await found(tx, one)
    await tx.update(pluginService).set({ enabled }).where(which(one))
    await takeEffect(tx, row.plugin)
    await say(c, tx, row, enabled ? '启用' : '停用')
  })

const save: Handlers<typeof calls>['serviceSave'] = async ({ plugin, code, timeout, areaCodes }, c) => {
  await changing(c, async (tx) => {
    const row = await found(tx, { plugin, code })
    if (timeout > 0 && row.declared.kind === 'mapping') refuse('plugin.mappingTimeout')
    const bound = await tx.select().from(pluginArea).where(eq(pluginArea.code, plugin))
    const strange = areaCodes.filter((one) => !bound.some(({ areaCode }) => areaCode === one))
    if (strange.length)
      refuse(
        'input.invalid',
        { text: `插件没有绑定${areasText(strange)}，请先在「插件包」绑定` },
        { fields: { areaCodes: '插件没有绑定其中的区划' } },
      )
    const [least, most] = [leastTimeout(row.infno) / 1000, mostTimeout(row.infno) / 1000]
    const limit = timeout < least ? `小于 ${least} 秒` : timeout > most ? `大于 ${most} 秒` : ''
    if (timeout > 0 && limit)
      refuse('input.invalid', { text: `交易 ${row.infno} 的超时不能${limit}` }, { fields: { timeout: `不能${limit}` } })
    const own = row.declared.route?.timeoutMs ?? 0
    const timeoutMs = timeout > 0 && timeout * 1000 !== own ? timeout * 1000 : null
    await tx
      .update(pluginService)
      .set({ timeoutMs, areas: [...new Set(areaCodes)] })
      .where(which({ plugin, code }))
    await takeEffect(tx, plugin)
    await say(c, tx, row, '修改', `超时 ${timeout} 秒，区划 ${areasText(areaCodes) || '插件的全部区划'}`)
  })
  return null
}

/** Maps a pasted message by the rules of one service in the edition its package is meant for; nothing leaves. */
const test: Handlers<typeof calls>['serviceTest'] = async ({ plugin, code, direction, message }, c) => {
  const row = await found(c.db, { plugin, code })
  const [from] = await c.db
    .select({ areas: pluginPackage.areas })
    .from(pluginPackage)
    .where(and(eq(pluginPackage.code, plugin), eq(pluginPackage.version, row.version)))
  const rules = row.declared.mapping?.[direction] ?? []
  if (!rules.length) return { ok: true, text: message, faults: ['这个服务在这个方向没有映射，报文不变'] }
  const { edition } = profileOf(from?.areas[0] ?? '', '')
  return tryMapping({ edition, infno: row.infno, direction, rules }, message) ?? refuse('plugin.json')
}

type Calls = Pick<typeof calls, 'servicePaged' | 'serviceSave' | 'serviceEnable' | 'serviceStop' | 'serviceTest'>
export const serviceHandlers: Handlers<Calls> = {
  servicePaged: (filters, c) => serviceRows.page(c, filters),
  serviceSave: save,
  serviceEnable: async (one, c) => {
    await switched(c, one, true)
    return null
  },
  serviceStop: async (one, c) => {
    await switched(c, one, false)
    return null
  },
  serviceTest: test,
}
