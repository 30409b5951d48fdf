import type { liquidation as calls } from '@yibao/shared/calls/liquidation.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { apply, revoke } from './apply.ts'
import { applicationOf } from './claim.ts'
import { edit, removeDraft } from './edit.ts'
import { fundRows } from './funds.ts'
import { generate } from './generate.ts'
import { pull, queryState, resolve } from './resolve.ts'
import { applicationRows, shownRow } from './rows.ts'
import { claimedRows, detailOf } from './settlements.ts'

/** What a change left. */
const after = async (c: Context, id: string, change: Promise<void>) => {
  await change
  return shownRow(c, await applicationOf(c, id))
}

export const liquidationHandlers: Handlers<typeof calls> = {
  paged: (filters, c) => applicationRows.page(c, filters),
  generate: (input, c) => generate(c, input),
  detail: ({ id }, c) => detailOf(c, id),
  settlements: (filters, c) => claimedRows.page(c, filters),
  edit: (input, c) => after(c, input.id, edit(c, input)),
  apply: (input, c) => after(c, input.id, apply(c, input)),
  revoke: ({ id, reason }, c) => after(c, id, revoke(c, id, reason)),
  queryState: ({ id }, c) => after(c, id, queryState(c, id)),
  resolve: (input, c) => after(c, input.id, resolve(c, input)),
  remove: async ({ id }, c) => {
    await removeDraft(c, id)
    return null
  },
  print: async ({ id }, c) => {
    const shown = await detailOf(c, id)
    c.on(`${shown.storeName} ${shown.month}`)
    return shown
  },
  fundPaged: (filters, c) => fundRows.page(c, filters),
  pull: (input, c) => pull(c, input),
}
