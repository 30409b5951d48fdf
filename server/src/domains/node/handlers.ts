import type { siteLoad } from '@yibao/shared/calls/site-load.ts'
import type { Handlers } from '../../call/mount.ts'
import { historyOf } from './history.ts'
import { giveOrder } from './orders.ts'
import { nodeRows } from './rows.ts'

/** 站点负载: the nodes of this installation and what they are asked to be (domain.md 8.2). */
export const siteLoadHandlers: Handlers<typeof siteLoad> = {
  current: (filters, c) => nodeRows.page(c, filters),
  history: (input, c) => historyOf(c, input),
  command: async (input, c) => {
    await giveOrder(c, input)
    return null
  },
}
