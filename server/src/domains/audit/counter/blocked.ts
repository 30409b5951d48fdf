import { formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import { maskName } from '../../../base/mask.ts'
import type { Context } from '../../../call/context.ts'
import { asIncoming } from '../../../database/incoming.ts'
import type { Line } from '../../order/types.ts'
import type { Judged } from '../judge/judge.ts'
import { auditBlock } from '../tables.ts'

/** What was tried at which store, for whom. */
interface Tried {
  store: { id: string; areaCode: string }
  person: { name: string }
  psnHash: string
  lines: readonly Line[]
}

/** A long bill is told by its first lines. */
const mostLines = 20

const basketText = (lines: readonly Line[]): string => {
  const shown = lines.slice(0, mostLines).map(({ name, quantity, unit }) => `${name} ${quantity}${unit}`)
  return [...shown, ...(lines.length > mostLines ? [`等 ${lines.length} 行`] : [])].join('、')
}

/**
 * Keeps what the rules of level 拦截 among `judged` stopped. A clerk who tries the same again on the same day adds a time to
 * his row: how often a rule blocks is not how often F8 was pressed in one row.
 */
export const keepBlocked = async (
  { db, me, now }: Context,
  { store, person, psnHash, lines }: Tried,
  judged: readonly Judged[],
): Promise<void> => {
  const stopping = judged.filter(({ rule }) => rule.level === 'block')
  // One statement cannot write one row twice: of two lines with the same goods the first one speaks.
  const first = stopping.filter(
    ({ rule, line }, i) =>
      stopping.findIndex((one) => one.rule.id === rule.id && one.line.ownCode === line.ownCode) === i,
  )
  const rows = first.map(({ rule, line, what, amount }) => ({
    ...{ id: newId(now), areaCode: store.areaCode, storeId: store.id, day: formatDay(now), psnHash },
    ...{ maskedName: maskName(person.name), operatorId: me.userId, operatorName: me.name },
    ...{ ruleId: rule.id, rule: rule.code, ruleName: rule.name, kind: rule.kind },
    ...{ ownCode: line.ownCode, nationalCode: line.nationalCode, drug: line.name, quantity: line.quantity, amount },
    ...{ message: [what, rule.message].filter(Boolean).join('，'), basket: basketText(lines), createdAt: now, at: now },
  }))
  const { storeId, day, operatorId, ruleId, ownCode } = auditBlock
  await db
    .insert(auditBlock)
    .values(rows)
    .onConflictDoUpdate({
      target: [storeId, day, auditBlock.psnHash, operatorId, ruleId, ownCode],
      set: {
        times: sql`${auditBlock.times} + 1`,
        ...asIncoming(auditBlock, ['at', 'quantity', 'amount', 'message', 'basket']),
      },
    })
}
