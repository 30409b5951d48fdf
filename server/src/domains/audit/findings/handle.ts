import { auditStates } from '@yibao/shared/entities/audit.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { auditEvent, auditFinding } from '../tables.ts'
import { type Finding, findingsOf } from './rows.ts'

type State = Finding['state']

interface Move {
  /** For people: 申诉. */
  action: string
  from: readonly State[]
  to: (one: Finding) => State
  text: string
  set?: Partial<Finding>
  check?: (one: Finding) => void
}

/** Moves some findings at once, or none: one that cannot be moved is named and nothing is changed. */
const moveAll = async (c: Context, ids: readonly string[], move: Move): Promise<{ done: number }> => {
  const found = await findingsOf(c, ids)
  for (const { finding: one, orderState } of found) {
    const { no } = one
    if (orderState === 'reversed') refuse('audit.reversed', { no, action: move.action })
    if (!move.from.includes(one.state))
      refuse('audit.state', { no, state: auditStates[one.state], action: move.action })
    move.check?.(one)
  }
  const by = c.me.name
  await c.db.transaction(async (tx) => {
    // In one order, so that two batches that share some do not wait for each other; from the state that was judged: who
    // says what came of an open one has not seen the appeal that was made meanwhile.
    for (const { finding: one } of found.toSorted((a, b) => (a.finding.id < b.finding.id ? -1 : 1))) {
      const [moved] = await tx
        .update(auditFinding)
        .set({ ...move.set, state: move.to(one), handler: by, handledAt: c.now })
        .where(and(eq(auditFinding.id, one.id), eq(auditFinding.state, one.state)))
        .returning({ id: auditFinding.id })
      if (!moved) refuse('audit.state', { no: one.no, state: '已被别人处理', action: move.action })
    }
    const rows = found.map(({ finding }) => ({ id: newId(c.now), findingId: finding.id, at: c.now, by }))
    await tx.insert(auditEvent).values(rows.map((row) => ({ ...row, move: move.action, text: move.text })))
  })
  return { done: found.length }
}

/** Audit/Appeal: while it is open and its last day is not over. */
export const appeal = (c: Context, { ids, opinion }: { ids: string[]; opinion: string }) =>
  moveAll(c, ids, {
    ...{ action: '申诉', from: ['0'], to: () => '3', text: opinion },
    set: { appealedBy: c.me.userId },
    check: ({ no, deadline }) => {
      if (deadline < formatDay(c.now)) refuse('audit.late', { no, day: deadline })
    },
  })

/** Audit/Accept: the store takes the deduction. */
export const accept = (c: Context, { ids }: { ids: string[] }) =>
  moveAll(c, ids, { ...{ action: '认可扣款', from: ['0'], to: () => '2', text: '' } })

/** Audit/Handle: what the insurance decided, of an open one or of an appeal; never by whoever appealed. */
export const handle = async (
  c: Context,
  { ids, passed, opinion }: { ids: string[]; passed: 'yes' | 'no'; opinion: string },
): Promise<{ done: number }> => {
  c.scope.take()
  if (c.me.storeId) return refuse('audit.admin')
  const good = passed === 'yes'
  return moveAll(c, ids, {
    action: good ? '登记通过' : '登记拒付',
    from: ['0', '3'],
    to: ({ state }) => (state === '3' ? (good ? '4' : '5') : good ? '1' : '2'),
    text: opinion,
    check: ({ no, state, appealedBy }) => {
      if (state === '3' && appealedBy === c.me.userId) refuse('audit.own', { no })
    },
  })
}
