import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { hintMessage as calls } from '@yibao/shared/calls/system.ts'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../mount.ts'
import { hintMessage } from '../system/page-tables.ts'

type Guides = ResultOf<typeof calls.getGuideListByMsg>

/** A pattern somebody wrote wrongly matches nothing. */
const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern).test(text)
  } catch {
    return false
  }
}

/** `2101|2102` in a rule's infno means either. */
const fits = (rule: string | null, infno: string | undefined) =>
  !rule || (infno !== undefined && rule.split('|').includes(infno))

/** Advice for a message of the centre: the area's own first, then that of the transaction, then the general one. */
export const guidesFor = async (
  { db, me }: Context,
  { message, infno }: InputOf<typeof calls.getGuideListByMsg>,
): Promise<Guides> => {
  const area = or(isNull(hintMessage.areaCode), me.areaCode ? eq(hintMessage.areaCode, me.areaCode) : sql`false`)
  const rows = await db
    .select()
    .from(hintMessage)
    .where(and(eq(hintMessage.enabled, true), area))
    .orderBy(sql`${hintMessage.areaCode} is null`, sql`${hintMessage.infno} is null`, asc(hintMessage.sort))
  const found = rows.filter((row) => fits(row.infno, infno) && matches(row.pattern, message)).slice(0, 5)
  if (found.length)
    await db
      .update(hintMessage)
      .set({ hits: sql`${hintMessage.hits} + 1` })
      .where(
        inArray(
          hintMessage.id,
          found.map(({ id }) => id),
        ),
      )
  return found.map(({ id, pattern, tips, guide }) => ({ id, pattern, tips, guide }))
}

export const hintMessageHandlers: Handlers<typeof calls> = { getGuideListByMsg: (asked, c) => guidesFor(c, asked) }
