import { pluginState } from '@yibao/shared/entities/plugin.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { and, desc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { asIncoming, incoming } from '../../database/incoming.ts'
import { lockWork } from '../../database/locks.ts'
import type { Database } from '../../database/open.ts'
import { reportFault } from '../../process/fault.ts'
import { area } from '../organisation/tables.ts'
import { refreshCentres } from './centre.ts'
import { takeEffect } from './force.ts'
import { logMove, problemOf, requireServer, type Stored } from './keep.ts'
import { pluginArea, pluginPackage, pluginService } from './tables.ts'

/** `current`: which version is in force, where that changes too. */
const said = (c: Context, { name, version }: Stored, before: string, after: string, current?: [string, string]) => {
  c.on(`${name} ${version}`)
  c.keep({
    before: { state: before, ...(current && { current: current[0] }) },
    after: { state: after, ...(current && { current: current[1] }) },
  })
}

const one = (id: string) => eq(pluginPackage.id, id)

/** The version as it is now; the lock keeps it so until the transaction ends. */
const held = async (tx: Database, id: string): Promise<Stored> => {
  const [row] = await tx.select().from(pluginPackage).where(one(id))
  return row ?? refuse('not.found', { what: '这个插件包' })
}

/** Where a version can go from each state. */
const nextOf: Readonly<Record<Stored['state'], string>> = {
  uploaded: '请先「安装」；不需要的包可以「删除」',
  failed: '请重新「安装」，或先「卸载」',
  stopped: '已经安装，可以「启用」或「卸载」',
  enabled: '正在使用，需要时先「停用」',
}

/** Refuses what a version's state does not allow: with the state, and with what can be done in it. */
const requireState = ({ name, version, state }: Stored, states: readonly Stored['state'][], action: string): void => {
  if (states.includes(state)) return
  const title = choiceTitle(pluginState, state)
  refuse('plugin.state', { name, version, state: title, action, next: nextOf[state] })
}

/** Changes a plugin in one transaction and has this node take it up at once; the others do within seconds. */
export const changing = async (c: Context, work: (tx: Database) => Promise<void>): Promise<void> => {
  await c.db.transaction(async (tx) => {
    await lockWork(tx, 'plugins')
    await work(tx)
  })
  await refreshCentres(c.deps)
  // Whoever goes on to 插件监控 finds it there.
  await c.services.plugins.flush().catch((fault: unknown) => reportFault('plugins', fault))
}

/**
 * Makes the services of a version those of the plugin. What was set for a service stays with its code, over versions that
 * have none of it too: one that somebody stopped comes back stopped when the version is taken back. Its timeout stays only
 * as long as it is of the same transaction: a second that a question may take is too short for a settlement.
 */
const declare = async (tx: Database, { code, name, version, services }: Stored): Promise<void> => {
  const codes = services.map((service) => service.code)
  await tx
    .update(pluginService)
    .set({ version: '' })
    .where(and(eq(pluginService.plugin, code), notInArray(pluginService.code, codes)))
  const rows = services.map((declared) => ({
    ...{ plugin: code, code: declared.code, name: declared.name, pluginName: name, version },
    ...{ infno: declared.infno, declared },
  }))
  await tx
    .insert(pluginService)
    .values(rows)
    .onConflictDoUpdate({
      target: [pluginService.plugin, pluginService.code],
      set: {
        ...asIncoming(pluginService, ['name', 'pluginName', 'version', 'infno', 'declared']),
        timeoutMs: sql`case when ${pluginService.infno} = ${incoming(pluginService.infno)}
          and ${pluginService.declared}->>'kind' = ${incoming(pluginService.declared)}->>'kind' then ${pluginService.timeoutMs} end`,
      },
    })
}

const enabledOf = async (tx: Database, code: string): Promise<Stored | undefined> => {
  const [row] = await tx
    .select()
    .from(pluginPackage)
    .where(and(eq(pluginPackage.code, code), eq(pluginPackage.state, 'enabled')))
  return row
}

/** 未安装 → 已停用. What does not check any more is 失败 and stays out. */
export const install = async (c: Context, id: string): Promise<void> => {
  let problem: string | undefined
  await c.db.transaction(async (tx) => {
    await lockWork(tx, 'plugins')
    const row = await held(tx, id)
    requireState(row, ['uploaded', 'failed'], '安装')
    requireServer(row)
    problem = problemOf(c, row)
    const change =
      problem === undefined ? { state: 'stopped' as const, problem: '' } : { state: 'failed' as const, problem }
    await tx
      .update(pluginPackage)
      .set({ ...change, installedAt: c.now })
      .where(one(id))
    if (problem === undefined && !(await enabledOf(tx, row.code))) await declare(tx, row)
    await logMove(c, tx, row, problem === undefined ? '安装' : '安装没有成功', problem)
    said(c, row, row.state, change.state)
  })
  if (problem !== undefined) refuse('plugin.broken', { text: problem })
}

const areaNames = async (tx: Database, codes: readonly string[]): Promise<string> => {
  const rows = await tx
    .select({ name: area.name })
    .from(area)
    .where(inArray(area.code, [...codes]))
    .orderBy(area.code)
  return rows.map(({ name }) => name).join('、')
}

const requireMeant = async (tx: Database, row: Stored, codes: readonly string[]): Promise<void> => {
  const strange = codes.filter((code) => !row.areas.includes(code))
  if (strange.length)
    refuse('plugin.areas', { name: row.name, version: row.version, areas: await areaNames(tx, strange) })
}

/** Puts a version in force in place of the one that is, if any; `formerId` = what 回滚 goes back to. */
const putInForce = async (tx: Database, row: Stored, formerId?: string): Promise<void> => {
  requireServer(row)
  const bound = await tx.select().from(pluginArea).where(eq(pluginArea.code, row.code))
  await requireMeant(
    tx,
    row,
    bound.map(({ areaCode }) => areaCode),
  )
  await tx
    .update(pluginPackage)
    .set({ state: 'enabled', ...(formerId && { formerId }) })
    .where(one(row.id))
  await declare(tx, row)
  await takeEffect(tx, row.code)
}

const retire = (tx: Database, id: string) => tx.update(pluginPackage).set({ state: 'stopped' }).where(one(id))

/** 已停用 → 已启用, also over another version of the same plugin. */
export const enable = (c: Context, id: string): Promise<void> =>
  changing(c, async (tx) => {
    const row = await held(tx, id)
    requireState(row, ['stopped'], '启用')
    const former = await enabledOf(tx, row.code)
    if (former) await retire(tx, former.id)
    await putInForce(tx, row, former?.id)
    await logMove(c, tx, row, '启用', former && `代替 ${former.version}`)
    said(c, row, 'stopped', 'enabled', [former?.version ?? '', row.version])
  })

const stopHeld = async (c: Context, tx: Database, row: Stored): Promise<void> => {
  await retire(tx, row.id)
  await takeEffect(tx, row.code)
  await logMove(c, tx, row, '停用')
  said(c, row, 'enabled', 'stopped')
}

/** 已启用 → 已停用: from then on its areas speak the standard. */
export const stop = (c: Context, id: string): Promise<void> =>
  changing(c, async (tx) => {
    const row = await held(tx, id)
    requireState(row, ['enabled'], '停用')
    await stopHeld(c, tx, row)
  })

/** The version in force of a plugin is stopped, whichever it is. */
export const stopPlugin = (c: Context, code: string): Promise<void> =>
  changing(c, async (tx) => {
    const row = await enabledOf(tx, code)
    await stopHeld(c, tx, row ?? refuse('plugin.notInForce', { plugin: code, action: '停用' }))
  })

/** Puts the version of before back in one's place (plugin.noFormer where it is not there any more), both moves in the log. */
export const rollBack = (c: Context, id: string): Promise<void> =>
  changing(c, async (tx) => {
    const row = await held(tx, id)
    requireState(row, ['enabled'], '回滚')
    const former = row.formerId ? await held(tx, row.formerId).catch(() => undefined) : undefined
    if (former?.state !== 'stopped') return refuse('plugin.noFormer')
    await retire(tx, row.id)
    await putInForce(tx, former)
    await logMove(c, tx, former, '回滚', `从 ${row.version}`)
    said(c, row, 'enabled', 'stopped', [row.version, former.version])
  })

/** The newest of the plugin's other installed versions; its services are shown when none is in force. */
const newestOther = async (tx: Database, { code, id }: Stored): Promise<Stored | undefined> => {
  const rows = await tx
    .select()
    .from(pluginPackage)
    .where(and(eq(pluginPackage.code, code), isNotNull(pluginPackage.installedAt)))
    .orderBy(desc(pluginPackage.rank))
  return rows.find((row) => row.id !== id && (row.state === 'stopped' || row.state === 'enabled'))
}

/** 已停用 or 失败 → 未安装. With the last installed version the plugin's services and areas go too. */
export const uninstall = (c: Context, id: string): Promise<void> =>
  changing(c, async (tx) => {
    const row = await held(tx, id)
    if (row.state === 'enabled') refuse('plugin.inForce', { name: row.name, version: row.version })
    requireState(row, ['stopped', 'failed'], '卸载')
    await tx.update(pluginPackage).set({ state: 'uploaded', problem: '', installedAt: null }).where(one(id))
    const other = await newestOther(tx, row)
    if (!other)
      for (const gone of [
        tx.delete(pluginService).where(eq(pluginService.plugin, row.code)),
        tx.delete(pluginArea).where(eq(pluginArea.code, row.code)),
      ])
        await gone
    else if (other.state === 'stopped') await declare(tx, other)
    await logMove(c, tx, row, '卸载')
    said(c, row, row.state, 'uploaded')
  })

/** What is not installed is gone, its bytes too. */
export const remove = (c: Context, id: string): Promise<void> =>
  changing(c, async (tx) => {
    const row = await held(tx, id)
    requireState(row, ['uploaded'], '删除')
    await tx.delete(pluginPackage).where(one(id))
    await logMove(c, tx, row, '删除')
    said(c, row, 'uploaded', '')
  })

/** The areas of a plugin from now on. */
export const assign = (c: Context, id: string, areaCodes: readonly string[]): Promise<void> =>
  changing(c, async (tx) => {
    const row = await held(tx, id)
    requireState(row, ['stopped', 'enabled'], '绑定区划')
    const known = await tx
      .select({ code: area.code })
      .from(area)
      .where(inArray(area.code, [...areaCodes]))
    if (known.length !== new Set(areaCodes).size) refuse('not.found', { what: '选择的区划' })
    // What is in force has to be meant for them, whichever version the person looked at.
    await requireMeant(tx, (await enabledOf(tx, row.code)) ?? row, areaCodes)
    const before = await tx.delete(pluginArea).where(eq(pluginArea.code, row.code)).returning()
    if (areaCodes.length)
      await tx.insert(pluginArea).values([...new Set(areaCodes)].map((areaCode) => ({ code: row.code, areaCode })))
    await takeEffect(tx, row.code)
    await logMove(c, tx, row, '绑定区划', (await areaNames(tx, areaCodes)) || '没有区划')
    c.on(row.name)
    c.keep({ before: { areas: before.map(({ areaCode }) => areaCode) }, after: { areas: areaCodes } })
  })
