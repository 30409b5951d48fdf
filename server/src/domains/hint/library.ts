import type { InputOf } from '@yibao/shared/call.ts'
import type { hintMessage as calls } from '@yibao/shared/calls/hint.ts'
import { eq, max } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { area } from '../organisation/tables.ts'
import { changesOf } from '../system/changed-fields.ts'
import { followHints } from './full-text/documents.ts'
import { hintDocument } from './full-text/tables.ts'
import { problemOfPattern } from './pattern/match.ts'
import { type Hint, type HintRow, regexId, wireHint } from './rows.ts'
import { hintMessage } from './tables.ts'

type Form = InputOf<typeof calls.addHintMessageInfo>

/** Refuses a pattern that cannot be read or bounded, at its field. */
export const usablePattern = (pattern: string): string => {
  const text = problemOfPattern(pattern)
  return text ? refuse('hint.pattern', { text }, { fields: { pattern: `匹配式${text}` } }) : pattern
}

const transactions = /^\d{4}[A-Z]?(\|\d{4}[A-Z]?)*$/

const checked = async ({ db }: Context, { infno, areaCode, ...form }: Form) => {
  usablePattern(form.pattern)
  if (infno && !transactions.test(infno))
    refuse(
      'input.invalid',
      { text: '交易应为 2101 或 2101|2102 的写法' },
      { fields: { infno: '应为 2101 或 2101|2102' } },
    )
  if (areaCode && !(await db.$count(area, eq(area.code, areaCode))))
    refuse('not.found', { what: '区划' }, { fields: { areaCode: '没有这个区划' } })
  return { ...form, infno: infno ?? null, areaCode: areaCode ?? null }
}

/** A hint by its id; refuses one that is not there. */
export const findHint = async ({ db }: Pick<Context, 'db'>, id: string): Promise<{ hint: Hint; row: HintRow }> => {
  const [found] = await db
    .select({ hint: hintMessage, regexId, areaName: area.name })
    .from(hintMessage)
    .leftJoin(area, eq(area.code, hintMessage.areaCode))
    .where(eq(hintMessage.id, id))
  if (!found) return refuse('not.found', { what: '提示' })
  return { hint: found.hint, row: wireHint(found.hint, found.regexId, found.areaName) }
}

const stampOf = ({ me, now }: Context) => ({ updatedBy: me.userName, updatedAt: now })

/** HintMessage/AddHintMessageInfo: behind the others of its kind unless it says its place. */
export const addHint = async (form: Form, c: Context): Promise<HintRow> => {
  const values = await checked(c, form)
  const id = newId(c.now)
  await c.db.transaction(async (tx) => {
    const [last] = await tx.select({ sort: max(hintMessage.sort) }).from(hintMessage)
    const sort = values.sort ?? (last?.sort ?? -1) + 1
    await tx.insert(hintMessage).values({ ...values, id, sort, ...stampOf(c) })
    await followHints(tx, [id])
  })
  const { row } = await findHint(c, id)
  c.on(row.tips)
  return row
}

/** HintMessage/EditHintMessageInfo: what the form leaves empty is empty, but a hint keeps its place. */
export const editHint = async ({ id, ...form }: Form & { id: string }, c: Context): Promise<HintRow> => {
  const { hint: before } = await findHint(c, id)
  const { sort = before.sort, ...values } = await checked(c, form)
  await c.db.transaction(async (tx) => {
    await tx
      .update(hintMessage)
      .set({ ...values, sort, ...stampOf(c) })
      .where(eq(hintMessage.id, id))
    await followHints(tx, [id])
  })
  c.on(before.tips)
  c.keep(changesOf(before, { ...values, sort }))
  return (await findHint(c, id)).row
}

/** HintMessage/DelHintMessageInfo. */
export const removeHint = async (id: string, c: Context): Promise<null> => {
  const { hint } = await findHint(c, id)
  await c.db.transaction(async (tx) => {
    await tx.delete(hintMessage).where(eq(hintMessage.id, id))
    await tx.delete(hintDocument).where(eq(hintDocument.hintId, id))
  })
  c.on(hint.tips)
  c.keep({ before: { pattern: hint.pattern, tips: hint.tips, guide: hint.guide } })
  return null
}
