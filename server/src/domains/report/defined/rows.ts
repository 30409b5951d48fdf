import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { reportDefinition as calls } from '@yibao/shared/calls/report-definition.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { like } from '../../../database/like.ts'
import { type Cursor, rowsOf, type Sorting } from '../../../database/rows.ts'
import { menuRole } from '../../auth/tables.ts'
import { reportSchedule } from '../schedule/tables.ts'
import { lastNote, scheduleText } from '../schedule/words.ts'
import { type Definition, inForceFor, kept, placeText, type Sight, sightOf, visible } from './place.ts'
import { type Content, reportDefinition, reportVersion } from './tables.ts'

type Filters = InputOf<typeof calls.paged>
export type Row = ResultOf<typeof calls.save>

interface Shown {
  definition: Definition
  content: Content
  plan: typeof reportSchedule.$inferSelect | null
  lastNote: string | null
  kept: boolean
  runnable: boolean
}

/** 第 3 版，第 4 版待发布 */
const releaseText = ({ version, published }: Definition, keeps: boolean): string =>
  published === null
    ? `第 ${version} 版`
    : `第 ${published} 版${keeps && published !== version ? `，第 ${version} 版待发布` : ''}`

const wireRow = ({ definition, content, plan, ...may }: Shown, names: ReadonlyMap<string, string>): Row => ({
  id: definition.id,
  code: definition.code,
  name: content.name,
  module: content.module,
  source: definition.source,
  paper: content.paper,
  roles: content.roles.map((id) => names.get(id) ?? '已删除的角色').join('、'),
  version: may.kept ? definition.version : (definition.published ?? definition.version),
  published: definition.published ?? undefined,
  release: releaseText(definition, may.kept),
  state: definition.state,
  areaCode: definition.areaCode,
  areaName: placeText(definition.areaCode),
  modifier: definition.modifier,
  modifiedAt: formatTime(definition.modifiedAt),
  // Whom it is sent to, and what went wrong, is its keeper's business.
  schedule: may.kept ? scheduleText(definition, plan, may.lastNote) : '',
  scheduled: may.kept && plan?.on === true,
  manageable: may.kept,
  runnable: may.runnable,
})

const fields = (c: Context, sight: Sight) => ({
  definition: reportDefinition,
  content: reportVersion.content,
  plan: reportSchedule,
  lastNote,
  kept: kept(sight),
  runnable: inForceFor(c, sight),
})

/** Who keeps a definition sees its newest version, everybody else the one in force. */
const versionShown = (sight: Sight): SQL | undefined =>
  and(
    eq(reportVersion.definitionId, reportDefinition.id),
    sql`${reportVersion.version} = case when ${kept(sight)} then ${reportDefinition.version} else ${reportDefinition.published} end`,
  )

const text = (name: string) => sql`${reportVersion.content}->>${sql.raw(`'${name}'`)}`

const listed = (sight: Sight) =>
  rowsOf({
    select: (c: Context, cursor: Cursor, _: Filters) =>
      c.db
        .select({ ...fields(c, sight), ...cursor })
        .from(reportDefinition)
        .innerJoin(reportVersion, versionShown(sight))
        .leftJoin(reportSchedule, eq(reportSchedule.definitionId, reportDefinition.id))
        .$dynamic(),
    where: (c, f) =>
      and(
        visible(c, sight),
        f.name ? ilike(text('name'), like(f.name)) : undefined,
        f.code ? ilike(reportDefinition.code, like(f.code)) : undefined,
        f.module ? eq(text('module'), f.module) : undefined,
        f.source ? eq(reportDefinition.source, f.source) : undefined,
        f.state ? eq(reportDefinition.state, f.state) : undefined,
        f.areaCode ? eq(reportDefinition.areaCode, f.areaCode) : undefined,
      ),
    sortable: { code: reportDefinition.code, modifiedAt: reportDefinition.modifiedAt } as Partial<
      Record<string, Sorting>
    >,
    direction: 'ascend',
    key: reportDefinition.id,
    keyOf: ({ definition }) => definition.id,
    wire: (shown): Shown => shown,
  })

const roleNames = async (c: Context, rows: readonly Shown[]): Promise<Map<string, string>> => {
  const ids = [...new Set(rows.flatMap(({ content }) => content.roles))]
  const found = await c.db
    .select({ id: menuRole.id, name: menuRole.name })
    .from(menuRole)
    .where(inArray(menuRole.id, [...ids, '']))
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Report/DefinitionPaged. */
export const pagedDefinitions = async (f: Filters, c: Context): Promise<ResultOf<typeof calls.paged>> => {
  c.scope.take()
  const { items, ...counts } = await listed(await sightOf(c)).page(c, f)
  const names = await roleNames(c, items)
  return { ...counts, items: items.map((row) => wireRow(row, names)) }
}

/** A definition as the asker sees it, with the content of that version. Refuses one that he does not see. */
export const shownDefinition = async (c: Context, id: string): Promise<{ row: Row; content: Content }> => {
  c.scope.take()
  const sight = await sightOf(c)
  const [found] = await c.db
    .select(fields(c, sight))
    .from(reportDefinition)
    .innerJoin(reportVersion, versionShown(sight))
    .leftJoin(reportSchedule, eq(reportSchedule.definitionId, reportDefinition.id))
    .where(and(eq(reportDefinition.id, id), visible(c, sight)))
  if (!found) return refuse('not.found', { what: '这张报表' })
  return { row: wireRow(found, await roleNames(c, [found])), content: found.content }
}
