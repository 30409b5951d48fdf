import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { plugin as calls } from '@yibao/shared/calls/plugin.ts'
import { kilobytes } from '@yibao/shared/entities/size.ts'
import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, eq, ilike, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { inUse, pluginArea, pluginDay, pluginForce, pluginPackage, pluginService } from './tables.ts'
import { areasText, doesOf } from './words.ts'

type PackageRow = ResultOf<typeof calls.packagePaged>['items'][number]
type ServiceRow = ResultOf<typeof calls.servicePaged>['items'][number]

const former = alias(pluginPackage, 'former')
const current = alias(pluginPackage, 'current')

const bound = sql<
  string[]
>`array(select ${pluginArea.areaCode} from ${pluginArea} where ${pluginArea.code} = "plugin_package"."code" order by 1)`

// Never the archive itself.
const columns = {
  ...{ id: pluginPackage.id, code: pluginPackage.code, name: pluginPackage.name, version: pluginPackage.version },
  ...{ state: pluginPackage.state, meant: pluginPackage.areas, size: pluginPackage.size, sha256: pluginPackage.sha256 },
  ...{ problem: pluginPackage.problem, uploadedBy: pluginPackage.uploadedBy, uploadedAt: pluginPackage.uploadedAt },
}

/** Plugin/PackagePaged, the newest upload first. */
export const packageRows = rowsOf({
  select: (c, cursor, _: InputOf<typeof calls.packagePaged> & { id?: string }) =>
    c.db
      .select({
        ...columns,
        services: sql<number>`jsonb_array_length(${pluginPackage.services})`,
        areaCodes: bound,
        former: former.version,
        formerState: former.state,
        current: current.version,
        ...cursor,
      })
      .from(pluginPackage)
      .leftJoin(former, eq(former.id, pluginPackage.formerId))
      .leftJoin(current, and(eq(current.code, pluginPackage.code), eq(current.state, 'enabled')))
      .$dynamic(),
  where: (_, { keyword, areaCode, state, id }) =>
    and(
      id ? eq(pluginPackage.id, id) : undefined,
      state ? eq(pluginPackage.state, state) : undefined,
      areaCode
        ? sql`exists (select 1 from ${pluginArea} where ${pluginArea.code} = "plugin_package"."code" and ${pluginArea.areaCode} = ${areaCode})`
        : undefined,
      keyword ? or(ilike(pluginPackage.name, like(keyword)), ilike(pluginPackage.code, like(keyword))) : undefined,
    ),
  sortable: {
    uploadedAt: pluginPackage.uploadedAt,
    code: pluginPackage.code,
    version: pluginPackage.rank,
    size: pluginPackage.size,
  },
  direction: 'descend',
  key: pluginPackage.id,
  keyOf: ({ id }) => id,
  wire: ({ cursor: _, formerState, ...row }): PackageRow => ({
    ...row,
    areas: areasText(row.areaCodes),
    size: kilobytes(row.size),
    former: row.state === 'enabled' && formerState === 'stopped' ? (row.former ?? '') : '',
    current: row.current ?? '',
    uploadedAt: formatTime(row.uploadedAt),
  }),
})

const inForce = sql<string[]>`array(select distinct ${pluginForce.areaCode} from ${pluginForce}
  where ${pluginForce.plugin} = "plugin_service"."plugin" and ${pluginForce.service} = "plugin_service"."code" order by 1)`

/** Plugin/ServicePaged: the services of installed plugins. */
export const serviceRows = rowsOf({
  select: (c, cursor, _: InputOf<typeof calls.servicePaged> & { plugin?: string; code?: string }) =>
    c.db
      .select({
        row: pluginService,
        inForce,
        calls: sql<number>`coalesce(${pluginDay.calls}, 0)`,
        errors: sql<number>`coalesce(${pluginDay.errors}, 0)`,
        ...cursor,
      })
      .from(pluginService)
      .leftJoin(
        pluginDay,
        and(
          eq(pluginDay.day, formatDay(c.now)),
          eq(pluginDay.plugin, pluginService.plugin),
          eq(pluginDay.service, pluginService.code),
        ),
      )
      .$dynamic(),
  where: (_, { keyword, infno, areaCode, enabled, plugin, code }) =>
    and(
      inUse,
      plugin ? eq(pluginService.plugin, plugin) : undefined,
      code ? eq(pluginService.code, code) : undefined,
      infno ? eq(pluginService.infno, infno) : undefined,
      enabled === undefined ? undefined : eq(pluginService.enabled, enabled),
      areaCode ? sql`${areaCode} = any(${inForce})` : undefined,
      keyword
        ? or(
            ilike(pluginService.name, like(keyword)),
            ilike(pluginService.code, like(keyword)),
            ilike(pluginService.pluginName, like(keyword)),
            ilike(pluginService.plugin, like(keyword)),
          )
        : undefined,
    ),
  sortable: { plugin: pluginService.plugin, infno: pluginService.infno },
  direction: 'ascend',
  key: sql`(${pluginService.plugin} || '/' || ${pluginService.code})`,
  keyOf: ({ row }) => `${row.plugin}/${row.code}`,
  wire: ({ row, inForce: areas, calls: today, errors }): ServiceRow => ({
    id: `${row.plugin}/${row.code}`,
    code: row.code,
    name: row.name,
    plugin: row.plugin,
    pluginName: row.pluginName,
    version: row.version,
    kind: row.declared.kind,
    infno: row.infno,
    does: doesOf(row.declared),
    areas: areasText(areas),
    areaCodes: row.areas,
    timeout: Math.round((row.timeoutMs ?? row.declared.route?.timeoutMs ?? 0) / 1000),
    retries: row.declared.route?.retries ?? 0,
    enabled: row.enabled,
    calls: today,
    errors,
  }),
})
