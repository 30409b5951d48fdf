import type { DriverSettings } from '@yibao/shared/agent/cloud.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { manifestFile } from '@yibao/shared/agent/driver/package.ts'
import { parseManifest, readManifestText } from '@yibao/shared/agent/driver/read-manifest.ts'
import type { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import { eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { agent } from '../organisation/tables.ts'
import { markOf, refuseUnseen } from '../permission/seen.ts'
import { driversOf } from './given.ts'
import { driverFile } from './tables.ts'

// What a driver is started with at one counter: the port of its reader, the address of its front machine, its shop's
// number. What all counters share stands in the package itself, as the defaults of its interface.

type Calls = Pick<typeof cardReadDll, 'settings' | 'saveSettings'>
type AgentRow = typeof agent.$inferSelect

const found = async (c: Context, agentId: string): Promise<AgentRow> => {
  const [row] = await c.db.select().from(agent).where(eq(agent.id, agentId))
  return row ?? refuse('not.found', { what: '这台电脑' })
}

/** The interface of the package that this counter uses. */
const manifestOf = async (c: Context, { storeIds }: AgentRow, driverId: string): Promise<Manifest> => {
  const used = (await driversOf(c.db, storeIds)).find(({ id }) => id === driverId)
  const own = used?.files.find(({ path }) => path === manifestFile)
  const [file] = own ? await c.db.select().from(driverFile).where(eq(driverFile.sha256, own.sha256)) : []
  if (!file) return refuse('not.found', { what: '这台电脑上的这个驱动' })
  return parseManifest(readManifestText(file.content.toString('utf8')))
}

/** Settings of an agent's drivers as its policy carries them; undefined where there are none. */
export const settingsGiven = ({ services }: Deps, kept: AgentRow['driverSettings']): DriverSettings | undefined => {
  const opened = Object.entries(kept).map(([driver, values]) => {
    // What a lost key sealed is as if it had not been set.
    const plain = Object.entries(values).flatMap(([name, sealed]) => {
      const value = services.vault.opened(sealed)
      return value === undefined ? [] : [[name, value]]
    })
    return [driver, Object.fromEntries(plain)]
  })
  return opened.length ? Object.fromEntries(opened) : undefined
}

/** Of what one counter's driver is started with, as it is kept. */
const markOfSettings = ({ driverSettings }: AgentRow, driverId: string): string =>
  markOf(Object.entries(driverSettings[driverId] ?? {}))

const fieldsOf = async (c: Context, row: AgentRow, driverId: string) => {
  const { settings } = await manifestOf(c, row, driverId)
  const own = settingsGiven(c.deps, row.driverSettings)?.[driverId] ?? {}
  return Object.entries(settings).map(([name, { title, default: standard, secret = false }]) => ({
    ...{ name, title, secret, own: name in own },
    // What opens a door is set and never shown again.
    value: secret ? '' : (own[name] ?? ''),
    standard: secret ? '' : standard,
  }))
}

const settingsOf = async (c: Context, agentId: string, driverId: string) => {
  const row = await found(c, agentId)
  return { fields: await fieldsOf(c, row, driverId), mark: markOfSettings(row, driverId) }
}

export const settingHandlers: Handlers<Calls> = {
  settings: ({ agentId, driverId }, c) => settingsOf(c, agentId, driverId),
  saveSettings: async ({ agentId, driverId, values, clear = [], seen }, c) => {
    const row = await found(c, agentId)
    const { settings } = await manifestOf(c, row, driverId)
    const strange = [...Object.keys(values), ...clear].find((name) => !Object.hasOwn(settings, name))
    if (strange !== undefined) return refuse('input.invalid', { text: `驱动没有参数 ${strange}` })
    const both = clear.find((name) => values[name]?.trim())
    if (both !== undefined) return refuse('input.invalid', { text: `参数 ${both} 不能同时填写又恢复，请只做一样` })
    const own = await c.db.transaction(async (tx) => {
      // Who saves at the same time is waited for: what he set stands beside this.
      const [now] = await tx.select().from(agent).where(eq(agent.id, agentId)).for('update')
      if (!now) return refuse('not.found', { what: '这台电脑' })
      refuseUnseen('这台电脑的驱动参数', seen, markOfSettings(now, driverId))
      const before = now.driverSettings[driverId] ?? {}
      // Empty means the package's own; an empty secret means the one that is kept.
      const next = Object.keys(settings).flatMap((name): [string, string][] => {
        if (clear.includes(name)) return []
        const value = values[name]?.trim() ?? ''
        const kept = settings[name]!.secret || !Object.hasOwn(values, name) ? before[name] : undefined
        if (value !== '') return [[name, c.services.vault.seal(value)]]
        return kept === undefined ? [] : [[name, kept]]
      })
      const given = next.length ? { [driverId]: Object.fromEntries(next) } : {}
      await tx
        .update(agent)
        .set({ driverSettings: sql`(${agent.driverSettings} - ${driverId}::text) || ${JSON.stringify(given)}::jsonb` })
        .where(eq(agent.id, agentId))
      return next
    })
    const named = { 参数: own.map(([name]) => name).join('、'), ...(clear.length && { 恢复: clear.join('、') }) }
    c.on(`${row.machine} ${driverId}`, ...row.storeIds)
    c.keep({ after: named })
    return settingsOf(c, agentId, driverId)
  },
}
