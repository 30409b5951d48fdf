import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { hintMessage as calls } from '@yibao/shared/calls/hint.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { area } from '../organisation/tables.ts'
import { problemOfPattern } from './pattern/match.ts'
import { hintMessage } from './tables.ts'

type Filters = Omit<InputOf<typeof calls.hintMessagePageQuery>, 'page' | 'pageSize'>
export type HintRow = ResultOf<typeof calls.getHintMessageInfo>
export type Hint = typeof hintMessage.$inferSelect

/** A pattern is known by its text, so that hints with the same one share it. */
export const regexId = sql<string>`md5(${hintMessage.pattern})`

/** A hint as its page shows it. */
export const wireHint = (row: Hint, regex: string, areaName: string | null): HintRow => ({
  id: row.id,
  regexId: regex,
  pattern: row.pattern,
  problem: problemOfPattern(row.pattern),
  tips: row.tips,
  guide: row.guide,
  areaCode: row.areaCode ?? undefined,
  areaName: areaName ?? row.areaCode ?? '',
  infno: row.infno ?? undefined,
  sort: row.sort,
  hits: row.hits,
  enabled: row.enabled,
  updatedBy: row.updatedBy,
  updatedAt: formatTime(row.updatedAt),
})

/** `2101|2102` in a hint's transaction means either. */
const ofTransaction = (infno: string): SQL => sql`${infno} = any(string_to_array(${hintMessage.infno}, '|'))`

const hasWords = (keyword: string): SQL | undefined => {
  const words = like(keyword.trim())
  return or(
    ...[hintMessage.pattern, hintMessage.tips, hintMessage.guide].map((column) => sql`${column} ilike ${words}`),
  )
}

/** HintMessage/HintMessagePageQuery, in the order in which hints are tried. */
export const hintRows = rowsOf({
  select: (c, cursor) =>
    c.db
      .select({ hint: hintMessage, regexId, areaName: area.name, ...cursor })
      .from(hintMessage)
      .leftJoin(area, eq(area.code, hintMessage.areaCode))
      .$dynamic(),
  where: (_, f: Filters) =>
    and(
      f.areaCode ? eq(hintMessage.areaCode, f.areaCode) : undefined,
      f.infno ? ofTransaction(f.infno) : undefined,
      f.keyword?.trim() ? hasWords(f.keyword) : undefined,
      f.regexId ? eq(regexId, f.regexId) : undefined,
      f.state ? eq(hintMessage.enabled, f.state === 'enabled') : undefined,
    ),
  sortable: {
    sort: hintMessage.sort,
    infno: hintMessage.infno,
    hits: hintMessage.hits,
    updatedAt: hintMessage.updatedAt,
  },
  direction: 'ascend',
  key: hintMessage.id,
  keyOf: ({ hint }) => hint.id,
  wire: ({ hint, regexId: regex, areaName }): HintRow => wireHint(hint, regex, areaName),
})
