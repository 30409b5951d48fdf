import type { settlement as settlementCalls } from '@yibao/shared/calls/settlement.ts'
import type { Handlers } from '../../call/mount.ts'
import { confirmAudit } from '../audit/counter/confirm.ts'
import { findOrder } from '../order/find.ts'
import { detailOf } from '../order/view.ts'
import { approvalOf } from '../settlement/approve-reversal.ts'
import { park, parkedList, unpark } from '../settlement/park.ts'
import { voidOrder } from '../settlement/person-decides.ts'
import { preSettle } from '../settlement/presettle.ts'
import { hasTwin } from '../settlement/ready.ts'
import { renounce } from '../settlement/renounce.ts'
import { settle } from '../settlement/settle.ts'
import { soldBefore } from '../settlement/sold-codes.ts'
import { requirePresent, reverseByClerk } from './reverse.ts'
import { shownOrder } from './shown-order.ts'

export const settlementHandlers: Handlers<typeof settlementCalls> = {
  preSettle: async (input, c) => {
    const row = await preSettle(c, input)
    const [detail, twin] = await Promise.all([detailOf(c, row), row.state === 'presettled' && hasTwin(c, row)])
    return twin ? { ...detail, twin } : detail
  },
  confirmAudit: async (input, c) => detailOf(c, await confirmAudit(c, input)),
  settle: async ({ orderId }, c) => detailOf(c, await settle(c, orderId)),
  cancel: async ({ orderId, reason, authorizationId, medium }, c) => {
    const row = await findOrder(c, orderId)
    // What was approved elsewhere was asked for with the card in the reader, or says why it is not.
    if (!c.asking.absent) await requirePresent(c, row, medium)
    const approve = approvalOf(c, row, 'authorizeReversal', authorizationId)
    return shownOrder(c, await reverseByClerk(c, row, reason, approve))
  },
  renounce: async ({ orderId, settleKey }, c) => detailOf(c, await renounce(c, await findOrder(c, orderId), settleKey)),
  drop: async ({ orderId, reason }, c) => detailOf(c, await voidOrder(c, await findOrder(c, orderId), reason)),
  park: (input, c) => park(c, input),
  unpark: ({ parkedId }, c) => unpark(c, parkedId),
  soldCodes: ({ codes, replaces }, c) => soldBefore(c, codes, replaces),
  parkedList: (_, c) => parkedList(c),
}
