import type { ResultOf } from '@yibao/shared/call.ts'
import type { hintMessage as calls } from '@yibao/shared/calls/hint.ts'
import { eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { like } from '../../../database/like.ts'
import { areasOf } from '../../auth/grants.ts'
import { area } from '../../organisation/tables.ts'
import { hintMessage } from '../tables.ts'
import { pairsOf } from './documents.ts'
import { marked } from './marked.ts'
import { builtIndex } from './state.ts'

type Hit = ResultOf<typeof calls.searchFromLucene>[number]

const most = 20

const visible = async ({ db, me }: Context): Promise<SQL> => {
  if (me.isSuperAdmin) return sql`true`
  const own = (await areasOf(db, { id: me.userId, isSuperAdmin: false })).map(({ code }) => code)
  return or(isNull(hintMessage.areaCode), inArray(hintMessage.areaCode, [...own, '']))!
}

/**
 * Each pair of the question weighs more the fewer hints have it, as search engines weigh words; a hint's score is its
 * share of the whole weight. A single character has no pair: it is looked for as it stands.
 */
const scored = (keyword: string): SQL => {
  const pairs = pairsOf(keyword)
  if (!pairs.length)
    return sql`(select h.id as hint_id, 100 as score from ${hintMessage} h
      where h.tips || h.guide || h.pattern ilike ${like(keyword.trim())}) as scored`
  return sql`(with asked as materialized (
      select g, ln(1 + (select count(*) from hint_document)::float / (1 + count(d.hint_id))) as weight
      from unnest(${`{${pairs.join(',')}}`}::bigint[]) as g left join hint_document d on d.grams @> array[g] group by g)
    select d.hint_id, round(100 * sum(a.weight) / (select sum(weight) from asked))::int as score
    from asked a join hint_document d on d.grams @> array[a.g] group by d.hint_id) as scored`
}

/** HintMessage/SearchFromLucene: the best hits first. Refuses while there is no index. */
export const searchHints = async (c: Context, keyword: string): Promise<Hit[]> => {
  await builtIndex(c)
  const rows = await c.db
    .select({ hint: hintMessage, areaName: area.name, score: sql<number>`scored.score` })
    .from(scored(keyword))
    .innerJoin(hintMessage, eq(hintMessage.id, sql`scored.hint_id`))
    .leftJoin(area, eq(area.code, hintMessage.areaCode))
    .where(await visible(c))
    .orderBy(sql`scored.score desc`, hintMessage.sort, hintMessage.id)
    .limit(most)
  return rows.map(({ hint, areaName, score }) => ({
    ...{ id: hint.id, score, areaName: areaName ?? hint.areaCode ?? '', infno: hint.infno ?? undefined },
    tips: marked(hint.tips, keyword),
    guide: marked(hint.guide, keyword),
  }))
}
