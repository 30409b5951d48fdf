import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { hintMessage as calls } from '@yibao/shared/calls/hint.ts'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { area } from '../organisation/tables.ts'
import { type Found, findPattern } from './pattern/match.ts'
import { type Hint, regexId, wireHint } from './rows.ts'
import { hintMessage } from './tables.ts'

/** What a clerk is shown of all that match. */
const mostShown = 5
/** Characters times patterns that are tried before other requests have a turn: a few milliseconds. */
const perTurn = 50_000

/**
 * What a registered visit has in the place of the counter's transactions (domain.md 2.0): what is known of a refused 2101
 * is meant for whatever brings a basket into a visit and prices it there too.
 */
const counterparts: Readonly<Record<string, string>> = {
  2201: '2101',
  2203: '2101',
  2204: '2101',
  2206: '2101',
  2207: '2102',
  2208: '2103',
}

/** `2101|2102` in a rule's infno means either. */
const names = (rule: string | null, infno = '') => rule?.split('|').includes(infno) === true

const fits = (rule: string | null, infno = '') => !rule || names(rule, infno) || names(rule, counterparts[infno])

interface Asked {
  message: string
  infno?: string
  areaCode?: string
}

/**
 * Enabled hints of an area: its own first, then those of the transaction, those of what it stands in for, and the general
 * ones.
 */
const hintsFor = ({ db }: Pick<Context, 'db'>, { areaCode, infno }: Asked) =>
  db
    .select({ hint: hintMessage, regexId, areaName: area.name })
    .from(hintMessage)
    .leftJoin(area, eq(area.code, hintMessage.areaCode))
    .where(
      and(
        eq(hintMessage.enabled, true),
        or(isNull(hintMessage.areaCode), areaCode ? eq(hintMessage.areaCode, areaCode) : sql`false`),
      ),
    )
    .orderBy(sql`${hintMessage.areaCode} is null`, sql`${hintMessage.infno} is null`, asc(hintMessage.sort))
    .then((rows) => {
      const fitting = rows.filter(({ hint }) => fits(hint.infno, infno))
      const rank = ({ hint }: (typeof rows)[number]) =>
        (hint.areaCode ? 0 : 3) + (names(hint.infno, infno) ? 0 : hint.infno ? 1 : 2)
      return fitting.toSorted((a, b) => rank(a) - rank(b))
    })

/** Those that match a message, up to `most`, with the place of the match. */
const matching = async <R extends { hint: Hint }>(rows: readonly R[], message: string, most: number) => {
  const found: (R & { at: Found })[] = []
  const text = [...message]
  const rowsPerTurn = Math.ceil(perTurn / text.length)
  for (const [i, row] of rows.entries()) {
    if (i % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
    const at = findPattern(row.hint.pattern, text)
    if (at) found.push({ ...row, at })
    if (found.length === most) break
  }
  return found
}

/** HintMessage/GetGuideListByMsg: advice for a message of the centre; what is shown is counted. */
export const guidesFor = async (
  c: Context,
  { message, infno }: InputOf<typeof calls.getGuideListByMsg>,
): Promise<ResultOf<typeof calls.getGuideListByMsg>> => {
  const rows = await hintsFor(c, { message, infno, areaCode: c.me.areaCode })
  const found = (await matching(rows, message, mostShown)).map(({ hint }) => hint)
  const ids = found.map(({ id }) => id)
  if (ids.length)
    await c.db
      .update(hintMessage)
      .set({ hits: sql`${hintMessage.hits} + 1` })
      .where(inArray(hintMessage.id, ids))
  return found.map(({ id, pattern, tips, guide }) => ({ id, pattern, tips, guide }))
}

/** HintMessage/TestMessage: everything that matches, what a clerk would see of it and which words it matched. */
export const testMessage = async (c: Context, asked: Asked): Promise<ResultOf<typeof calls.testMessage>> => {
  const rows = await hintsFor(c, asked)
  const found = await matching(rows, asked.message, rows.length)
  const chars = [...asked.message]
  return {
    looked: rows.length,
    matches: found.map(({ hint, regexId: regex, areaName, at }, i) => ({
      ...wireHint(hint, regex, areaName),
      found: chars.slice(at.start, at.end).join(''),
      shown: i < mostShown,
    })),
  }
}
