import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { reportDefinition as calls } from '@yibao/shared/calls/report-definition.ts'
import { omit } from '@yibao/shared/omit.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, desc, eq } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { visibleMenuRoles } from '../../permission/roles.ts'
import { changesIn } from './history.ts'
import { type Definition, keptDefinition, mayKeep, placeText } from './place.ts'
import { planOf } from './plan.ts'
import { type Row, shownDefinition } from './rows.ts'
import { type Content, reportDefinition, reportVersion } from './tables.ts'

/** The place of a new definition: every area only of a super administrator, an area only of who holds all of it. */
const placeFor = async (c: Context, asked: string | undefined): Promise<string> => {
  c.scope.take()
  const areaCode = asked ?? (c.me.isSuperAdmin ? '' : (c.me.areaCode ?? refuse('area.missing')))
  return (await mayKeep(c, areaCode)) ? areaCode : refuse('report.place', { place: placeText(areaCode) })
}

/** Refuses a role that the asker does not see, unless the report has it already. */
const checkRoles = async (c: Context, roles: readonly string[], known: readonly string[] = []): Promise<void> => {
  const seen = new Set([...known, ...(await visibleMenuRoles(c)).map(({ id }) => id)])
  const text = '角色不在可选范围内'
  if (roles.some((id) => !seen.has(id))) refuse('input.invalid', { text }, { fields: { roles: text } })
}

const versionOf = async (c: Context, id: string, version: number) => {
  const [found] = await c.db
    .select()
    .from(reportVersion)
    .where(and(eq(reportVersion.definitionId, id), eq(reportVersion.version, version)))
  return found ?? refuse('not.found', { what: '这个版本' })
}

const by = ({ me }: Context) => me.name || me.userName

interface New {
  code: string
  areaCode: string
  source: Definition['source']
  content: Content
  what: string
}

const insert = async (c: Context, { content, what, ...rest }: New): Promise<Row> => {
  const id = newId(c.now)
  await c.db.transaction(async (tx) => {
    const [added] = await tx
      .insert(reportDefinition)
      .values({ id, ...rest, version: 1, modifier: by(c), modifiedAt: c.now })
      .onConflictDoNothing()
      .returning({ id: reportDefinition.id })
    if (!added)
      refuse(
        'report.code',
        { place: placeText(rest.areaCode), code: rest.code },
        { fields: { code: '这个编码已经有了' } },
      )
    await tx.insert(reportVersion).values({ definitionId: id, version: 1, content, what, by: by(c), at: c.now })
  })
  c.on(`${rest.code} ${content.name}`)
  return (await shownDefinition(c, id)).row
}

/** Report/AddDefinition: version 1, a draft. */
export const addDefinition = async (input: InputOf<typeof calls.add>, c: Context): Promise<Row> => {
  const { code, source } = input
  const areaCode = await placeFor(c, input.areaCode)
  const content = omit(input, 'code', 'areaCode', 'source')
  planOf(source, content)
  await checkRoles(c, content.roles)
  return insert(c, { code, areaCode, source, content, what: '新增' })
}

/** A new version behind the one that was seen; refuses where somebody else was quicker. */
const append = async (
  c: Context,
  definition: Definition,
  seen: number,
  content: Content,
  what: string,
): Promise<Row> => {
  const version = definition.version + 1
  await c.db.transaction(async (tx) => {
    const [moved] = await tx
      .update(reportDefinition)
      .set({ version, modifier: by(c), modifiedAt: c.now })
      .where(and(eq(reportDefinition.id, definition.id), eq(reportDefinition.version, seen)))
      .returning({ version: reportDefinition.version })
    if (moved?.version !== version) refuse('report.changed')
    await tx.insert(reportVersion).values({ definitionId: definition.id, version, content, what, by: by(c), at: c.now })
  })
  c.on(`${definition.code} ${content.name}`)
  return (await shownDefinition(c, definition.id)).row
}

/** Report/SaveDefinition: what is in force stays until the new version is published. */
export const saveDefinition = async (input: InputOf<typeof calls.save>, c: Context): Promise<Row> => {
  const definition = await keptDefinition(c, input.id)
  if (definition.version !== input.version) refuse('report.changed')
  const content = omit(input, 'id', 'version')
  planOf(definition.source, content)
  const before = await versionOf(c, definition.id, definition.version)
  await checkRoles(c, content.roles, before.content.roles)
  return append(c, definition, input.version, content, '修改')
}

/** Report/RestoreDefinition: an earlier content as the newest version. */
export const restoreDefinition = async (input: InputOf<typeof calls.restore>, c: Context): Promise<Row> => {
  const definition = await keptDefinition(c, input.id)
  if (definition.version !== input.version) refuse('report.changed')
  const { content } = await versionOf(c, definition.id, input.back)
  planOf(definition.source, content)
  return append(c, definition, input.version, content, `恢复到第 ${input.back} 版`)
}

/** Report/CopyDefinition: a draft of its own in another area; roles that the asker does not see stay behind. */
export const copyDefinition = async (input: InputOf<typeof calls.copy>, c: Context): Promise<Row> => {
  const { row, content } = await shownDefinition(c, input.id)
  const areaCode = await placeFor(c, input.areaCode)
  const seen = new Set((await visibleMenuRoles(c)).map(({ id }) => id))
  return insert(c, {
    ...{ code: input.code, areaCode, source: row.source },
    content: { ...content, roles: content.roles.filter((id) => seen.has(id)) },
    what: `复制自${row.areaName} ${row.code} 第 ${row.version} 版`,
  })
}

/** Report/Publish: the version that was seen is in force from now on. */
export const publishDefinition = async ({ id, version }: InputOf<typeof calls.publish>, c: Context): Promise<Row> => {
  const definition = await keptDefinition(c, id)
  if (definition.version !== version) refuse('report.changed')
  if (definition.published === version && definition.state === 'published') refuse('report.published')
  const { content } = await versionOf(c, id, version)
  planOf(definition.source, content)
  if (!content.roles.length) refuse('report.roles')
  const published = { published: version, roles: content.roles, state: 'published' as const }
  await c.db.transaction(async (tx) => {
    const [moved] = await tx
      .update(reportDefinition)
      .set({ ...published, modifier: by(c), modifiedAt: c.now })
      .where(and(eq(reportDefinition.id, id), eq(reportDefinition.version, version)))
      .returning({ id: reportDefinition.id })
    if (!moved) refuse('report.changed')
    await tx
      .update(reportVersion)
      .set({ publishedBy: by(c), publishedAt: c.now })
      .where(and(eq(reportVersion.definitionId, id), eq(reportVersion.version, version)))
  })
  c.on(`${definition.code} ${content.name}`)
  return (await shownDefinition(c, id)).row
}

/** Report/StopDefinition and ResumeDefinition: what was never published goes back to a draft. */
export const switchDefinition =
  (stopped: boolean) =>
  async ({ id }: InputOf<typeof calls.stop>, c: Context): Promise<Row> => {
    const definition = await keptDefinition(c, id)
    const state = stopped ? 'stopped' : definition.published === null ? 'draft' : 'published'
    await c.db
      .update(reportDefinition)
      .set({ state, modifier: by(c), modifiedAt: c.now })
      .where(eq(reportDefinition.id, id))
    const { row } = await shownDefinition(c, id)
    c.on(`${row.code} ${row.name}`)
    return row
  }

/** Report/Definition: its content, and for who keeps it how it came to be. */
export const definitionDetail = async (
  { id, version }: InputOf<typeof calls.get>,
  c: Context,
): Promise<ResultOf<typeof calls.get>> => {
  const { row, content } = await shownDefinition(c, id)
  if (!row.manageable) return { ...row, content, versions: [] }
  const all = await c.db
    .select()
    .from(reportVersion)
    .where(eq(reportVersion.definitionId, id))
    .orderBy(desc(reportVersion.version))
  const wanted = version ?? row.version
  const chosen = all.find((one) => one.version === wanted) ?? refuse('not.found', { what: '这个版本' })
  const versions = all.map(({ what, publishedAt, publishedBy, at, ...one }, i) => {
    const before = all[i + 1]
    return {
      ...{ version: one.version, by: one.by, at: formatTime(at), what },
      changes: before ? changesIn(row.source, before.content, one.content) : '',
      ...(publishedAt && { publishedAt: formatTime(publishedAt), publishedBy: publishedBy ?? undefined }),
    }
  })
  return { ...row, content: chosen.content, versions }
}
