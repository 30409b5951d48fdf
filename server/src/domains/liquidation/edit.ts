import type { InputOf } from '@yibao/shared/call.ts'
import type { liquidation as calls } from '@yibao/shared/calls/liquidation.ts'
import { claimNames } from '@yibao/shared/entities/liquidation.ts'
import { fen } from '@yibao/shared/money.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { ClaimAmounts } from '../../centre/operations/liquidation.ts'
import { amountTitle, claimColumns, claimOf, wireAmounts } from './amounts.ts'
import { type Application, callsOf, mark, withApplication } from './claim.ts'
import { dropDraft } from './draft.ts'
import { stateTitle } from './state.ts'

type Input = InputOf<typeof calls.edit>

/** What areas work out differently. The rest is what 3201 agreed on, and the books' alone to say. */
const free: readonly (keyof ClaimAmounts)[] = ['persons', 'recognised', 'fund']

const changed = (one: Application, input: Input): ClaimAmounts => {
  const next = claimOf(one)
  for (const name of claimNames) {
    const given = input[name]
    if (given !== undefined) next[name] = typeof given === 'number' ? given : fen(given)
  }
  return next
}

const check = (one: Application, next: ClaimAmounts): void => {
  const before = claimOf(one)
  const fixed = claimNames.filter((name) => !free.includes(name) && next[name] !== before[name])
  if (one.agreed && fixed.length) refuse('liquidation.agreed', { fields: fixed.map(amountTitle).join('、') })
  const wrong = (field: keyof ClaimAmounts, text: string) =>
    refuse('liquidation.amounts', { text }, { fields: { [field]: text } })
  if (next.total >= 0 && next.recognised > next.total) wrong('recognised', '医保认可费用大于医疗费总额')
  // Nobody claims more than insurance paid by our own books; a difference dealt with by hand says otherwise.
  const most = one.fund + Math.max(0, one.account)
  if (one.agreed && next.fund > most) wrong('fund', '基金申报大于账上的基金与个人账户之和')
}

/** Liquidation/Edit: a draft's sums, with why. */
export const edit = (c: Context, input: Input): Promise<void> =>
  withApplication(c, input.id, async ({ one, shop }) => {
    if (one.state !== '0') refuse('liquidation.state', { state: stateTitle(one.state), action: '修改' })
    if (!callsOf(c, shop.areaCode).summed) refuse('liquidation.unsummed')
    const next = changed(one, input)
    check(one, next)
    c.keep({ before: wireAmounts(claimOf(one)), after: wireAmounts(next) })
    await mark(c, one, { ...claimColumns(next), editReason: input.reason })
  })

/** Liquidation/Delete: a draft; what the centre has is revoked instead. */
export const removeDraft = (c: Context, id: string): Promise<void> =>
  withApplication(c, id, async ({ one }) => {
    if (one.state !== '0') refuse('liquidation.state', { state: stateTitle(one.state), action: '删除' })
    // The claim is our own.
    await mark(c, one, { claimedUntil: null })
    await c.db.transaction((tx) => dropDraft(c.deps, tx as never, id))
  })
