import { approvalTarget } from '@yibao/shared/approval.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { useAuthorization } from '../auth/authorize.ts'
import type { OrderRow } from '../order/view.ts'
import { settingsOf } from '../organisation/settings.ts'

/** Spends a second person's word in the transaction of what it is for, so that a refusal leaves it unused; or refuses. */
export type Approve = (db: Database) => Promise<void>

/** A second person's word for taking a settlement back at the centre, where the area asks for one of `what` (ux 3). */
export const approvalOf =
  (
    { me, now }: Pick<Context, 'me' | 'now'>,
    { id, areaCode, storeId }: OrderRow,
    what: 'authorizeReversal' | 'authorizeUndo',
    authorizationId: string | undefined,
  ): Approve =>
  async (db) => {
    if (!(await settingsOf(db, areaCode))[what]) return
    const action = what === 'authorizeUndo' ? 'undo' : 'reversal'
    const target = approvalTarget[action](id)
    await useAuthorization({ db, me, now }, { action, target, authorizationId, stores: [storeId] })
  }
