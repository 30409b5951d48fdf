import type { ResultOf } from '@yibao/shared/call.ts'
import type { hintMessage as calls } from '@yibao/shared/calls/hint.ts'
import { kilobytes } from '@yibao/shared/entities/size.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { isHeld } from '../../../database/held.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import { hintMessage } from '../tables.ts'
import { indexName } from './documents.ts'
import { hintDocument, searchIndex } from './tables.ts'

type Row = ResultOf<typeof calls.indexPaged>['items'][number]
type Build = typeof searchIndex.$inferSelect & { running: boolean }

/** A build that has not moved for this long has ended with its server. ms. */
export const lease = 60_000

/** KB that the index takes with its table. */
export const sizeOfIndex = async ({ db }: Pick<Context, 'db'>): Promise<number> => {
  const result = await db.execute(sql`select pg_total_relation_size('hint_document')::int as size`)
  return kilobytes(rowsFrom<{ size: number }>(result)[0]?.size ?? 0)
}

const buildOf = async ({ db, deps }: Context): Promise<Build | undefined> => {
  const running = sql<boolean>`${isHeld(deps, searchIndex.leaseUntil, lease)}`
  const [build] = await db
    .select({ ...getTableColumns(searchIndex), running })
    .from(searchIndex)
    .where(eq(searchIndex.name, indexName))
  return build
}

const stateOf = (build: Build | undefined, whole: boolean): Row['state'] => {
  if (!build) return 'none'
  if (build.running) return 'building'
  return build.builtAt && whole ? 'ready' : 'broken'
}

/** HintMessage/IndexPaged: the one index there is. */
export const indexRows = async (c: Context): Promise<ResultOf<typeof calls.indexPaged>> => {
  const { db } = c
  const build = await buildOf(c)
  const [hints, documents] = [await db.$count(hintMessage), await db.$count(hintDocument)]
  const row: Row = {
    ...{ name: '提示', state: stateOf(build, hints === documents), hints, documents },
    size: documents ? await sizeOfIndex(c) : 0,
    builtAt: build?.builtAt ? formatTime(build.builtAt) : undefined,
    ms: build?.ms ?? undefined,
    node: build?.node ?? '',
  }
  return { items: [row], total: 1, totalIsBound: false }
}

/** The index as it was built; refuses where there is none, or a build is under way and `still` is asked. */
export const builtIndex = async (c: Context, { still = false } = {}): Promise<Build> => {
  const build = await buildOf(c)
  if (!build) return refuse('hint.index')
  return still && build.running ? refuse('hint.building') : build
}
