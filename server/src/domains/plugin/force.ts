import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { MappingInForce, Part, PluginForces, RouteInForce } from '../../centre/plugin/types.ts'
import type { Database } from '../../database/open.ts'
import { area } from '../organisation/tables.ts'
import { partsOfService } from './manifest.ts'
import { inUse, pluginArea, pluginForce, pluginPackage, pluginService } from './tables.ts'

type Service = typeof pluginService.$inferSelect
type Row = typeof pluginForce.$inferInsert

const partNames: Record<Part, string> = { in: '请求', out: '答复', route: '路由' }

/** How a text names a service. */
export const labelOf = ({ pluginName, version, name }: Pick<Service, 'pluginName' | 'version' | 'name'>): string =>
  `「${pluginName} ${version}」的服务「${name}」`

const bodyOf = (service: Service, part: Part): MappingInForce | RouteInForce => {
  const { plugin, version, code, declared, timeoutMs } = service
  const known = { plugin, version, service: code, label: labelOf(service) }
  if (part !== 'route') return { ...known, rules: declared.mapping?.[part] ?? [] }
  return { ...known, route: { ...declared.route, ...(timeoutMs && { timeoutMs }) } }
}

/** What a plugin's services say for the areas it is bound to, if one of its versions is enabled. */
const wantedRows = async (tx: Database, plugin: string): Promise<Row[]> => {
  const [enabled] = await tx
    .select({ version: pluginPackage.version })
    .from(pluginPackage)
    .where(and(eq(pluginPackage.code, plugin), eq(pluginPackage.state, 'enabled')))
  if (!enabled) return []
  const bound = (await tx.select().from(pluginArea).where(eq(pluginArea.code, plugin))).map(({ areaCode }) => areaCode)
  const services = await tx
    .select()
    .from(pluginService)
    .where(and(eq(pluginService.plugin, plugin), eq(pluginService.enabled, true), inUse))
  return services.flatMap((service) =>
    bound
      .filter((areaCode) => service.areas.length === 0 || service.areas.includes(areaCode))
      .flatMap((areaCode) =>
        partsOfService(service.declared).map((part) => ({
          ...{ areaCode, infno: service.infno, part, plugin, service: service.code, body: bodyOf(service, part) },
        })),
      ),
  )
}

/** Names the service of another plugin that one of these would stand against. */
const refuseConflict = async (tx: Database, plugin: string, wanted: readonly Row[]): Promise<void> => {
  if (!wanted.length) return
  const others = await tx
    .select({ row: pluginForce, name: area.name })
    .from(pluginForce)
    .leftJoin(area, eq(area.code, pluginForce.areaCode))
    .where(
      and(
        ne(pluginForce.plugin, plugin),
        inArray(
          pluginForce.infno,
          wanted.map(({ infno }) => infno),
        ),
      ),
    )
  for (const { row, name } of others) {
    const own = wanted.find(
      ({ areaCode, infno, part }) => areaCode === row.areaCode && infno === row.infno && part === row.part,
    )
    if (own)
      refuse('plugin.conflict', {
        area: name ?? row.areaCode,
        infno: row.infno,
        part: partNames[row.part],
        other: row.body.label,
        own: own.body.label,
      })
  }
}

/**
 * Writes anew what a plugin has in force, and counts up the areas that this concerns: every node takes it up by that
 * number. The caller has `lockWork(tx, 'plugins')`. Refuses, naming both, where another plugin's service has the same part of a transaction in an area.
 */
export const takeEffect = async (tx: Database, plugin: string): Promise<void> => {
  const before = await tx
    .delete(pluginForce)
    .where(eq(pluginForce.plugin, plugin))
    .returning({ areaCode: pluginForce.areaCode })
  const wanted = await wantedRows(tx, plugin)
  await refuseConflict(tx, plugin, wanted)
  if (wanted.length) await tx.insert(pluginForce).values(wanted)
  await countUp(
    tx,
    [...before, ...wanted].map(({ areaCode }) => areaCode),
  )
}

/** Makes every node read these areas' plugins again. */
export const countUp = async (tx: Database, areaCodes: readonly string[]): Promise<void> => {
  if (!areaCodes.length) return
  await tx
    .update(area)
    .set({ pluginRevision: sql`${area.pluginRevision} + 1` })
    .where(inArray(area.code, [...new Set(areaCodes)]))
}

/** What plugins do in these areas, as their centres' profiles take it; an area without any is not in it. */
export const forcesOf = async (db: Database, areaCodes: readonly string[]): Promise<Map<string, PluginForces>> => {
  const forces = new Map<string, Record<string, Record<string, unknown>>>()
  if (!areaCodes.length) return forces as Map<string, PluginForces>
  const rows = await db
    .select()
    .from(pluginForce)
    .where(inArray(pluginForce.areaCode, [...areaCodes]))
  for (const { areaCode, infno, part, body } of rows) {
    const ofArea = forces.get(areaCode) ?? {}
    ofArea[infno] = { ...ofArea[infno], [part]: body }
    forces.set(areaCode, ofArea)
  }
  return forces as Map<string, PluginForces>
}

/** The plugins that have something in force there. */
export const pluginsIn = (forces: ReadonlyMap<string, PluginForces>): Set<string> =>
  new Set(
    [...forces.values()].flatMap((ofArea) =>
      Object.values(ofArea).flatMap((force) =>
        Object.values(force).map(({ plugin }: MappingInForce | RouteInForce) => plugin),
      ),
    ),
  )
