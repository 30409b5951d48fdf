import type { ResultOf } from '@yibao/shared/call.ts'
import type { hintMessage as calls } from '@yibao/shared/calls/hint.ts'
import { kilobytes } from '@yibao/shared/entities/size.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { refuse } from '../../../refuse.ts'
import { hintMessage } from '../tables.ts'
import { indexName } from './documents.ts'
import { hintDocument, searchIndex } from './tables.ts'

type Row = ResultOf<typeof calls.indexPaged>['items'][number]
type Build = typeof searchIndex.$inferSelect

/** KB that the index takes with its table. */
export const sizeOfIndex = async ({ db }: Pick<Context, 'db'>): Promise<number> => {
  const result = await db.execute(sql`select pg_total_relation_size('hint_document')::int as size`)
  return kilobytes((result as unknown as { rows: { size: number }[] }).rows[0]?.size ?? 0)
}

const isRunning = ({ leaseUntil }: Build, now: Date): boolean => leaseUntil !== null && leaseUntil > now

const stateOf = (build: Build | undefined, whole: boolean, now: Date): Row['state'] => {
  if (!build) return 'none'
  if (isRunning(build, now)) return 'building'
  return build.builtAt && whole ? 'ready' : 'broken'
}

/** HintMessage/IndexPaged: the one index there is. */
export const indexRows = async (c: Context): Promise<ResultOf<typeof calls.indexPaged>> => {
  const { db, now } = c
  const [build] = await db.select().from(searchIndex).where(eq(searchIndex.name, indexName))
  const [hints, documents] = [await db.$count(hintMessage), await db.$count(hintDocument)]
  const row: Row = {
    ...{ name: '提示', state: stateOf(build, hints === documents, now), hints, documents },
    size: documents ? await sizeOfIndex(c) : 0,
    builtAt: build?.builtAt ? formatTime(build.builtAt) : undefined,
    ms: build?.ms ?? undefined,
    node: build?.node ?? '',
  }
  return { items: [row], total: 1, totalIsBound: false }
}

/** The index as it was built; refuses where there is none, or a build is under way and `still` is asked. */
export const builtIndex = async ({ db, now }: Context, { still = false } = {}): Promise<Build> => {
  const [build] = await db.select().from(searchIndex).where(eq(searchIndex.name, indexName))
  if (!build) return refuse('hint.index')
  return still && isRunning(build, now) ? refuse('hint.building') : build
}
