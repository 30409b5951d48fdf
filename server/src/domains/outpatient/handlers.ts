import { approvalTarget } from '@yibao/shared/approval.ts'
import type { outpatient as calls } from '@yibao/shared/calls/outpatient.ts'
import { addDays } from '@yibao/shared/time.ts'
import { refuse } from '../../base/refuse.ts'
import type { Handlers } from '../../call/mount.ts'
import { useAuthorization } from '../auth/authorize.ts'
import { settingsOf } from '../organisation/settings.ts'
import { requireLookup, settlementsAt } from './at-centre.ts'
import { cancelVisits } from './cancel-visit.ts'
import { compared } from './compare.ts'
import { visitRows } from './rows.ts'
import { takeIn, undoThere } from './take.ts'
import { whoseOf } from './whose.ts'

/** Days that are asked for at once: every visit in them costs questions. */
const longest = 31

export const outpatientHandlers: Handlers<typeof calls> = {
  paged: (filters, c) => visitRows.page(c, filters),
  queryCentre: async ({ from, to, ...asked }, c) => {
    const wrong = (text: string) => refuse('input.invalid', { text }, { fields: { to: text } })
    if (from > to) wrong('结束日期早于开始日期')
    if (addDays(from, longest) <= to) wrong('一次最多查 31 天，请缩短日期')
    const whose = await whoseOf(c, asked)
    requireLookup(c, whose)
    const found = await settlementsAt(c, whose, { from, to })
    return {
      person: whose.maskedName,
      storeName: whose.shop.name,
      visits: await compared(c, whose, { from, to, found }),
      elsewhere: found.elsewhere,
      left: found.left,
      approval: (await settingsOf(c.db, whose.shop.areaCode)).authorizeUndo,
    }
  },
  cancelVisit: ({ id, byHand }, c) => cancelVisits(c, id, byHand),
  backfill: (wanted, c) => takeIn(c, wanted),
  reverse: ({ authorizationId, ...wanted }, c) =>
    undoThere(c, wanted, async (shop) => {
      if (!(await settingsOf(c.db, shop.areaCode)).authorizeUndo) return undefined
      const target = approvalTarget.centreOnly(wanted.setlId)
      return useAuthorization(c, { action: 'centreOnly', target, authorizationId, stores: [shop.id] })
    }),
}
