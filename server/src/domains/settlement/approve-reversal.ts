import { approvalTarget } from '@yibao/shared/approval.ts'
import type { Context } from '../../context.ts'
import { useAuthorization } from '../auth/authorize.ts'
import type { OrderRow } from '../order/view.ts'
import { settingsOf } from '../organisation/settings.ts'

/** Spends a second person's word for taking a settlement back at the centre, where the area asks for one (ux 3). */
export const approveReversal = async (
  c: Pick<Context, 'db' | 'me' | 'now'>,
  { id, areaCode, storeId }: OrderRow,
  authorizationId: string | undefined,
): Promise<void> => {
  const { authorizeReversal } = await settingsOf(c.db, areaCode)
  if (!authorizeReversal) return
  const target = approvalTarget.reversal(id)
  await useAuthorization(c, { action: 'reversal', target, authorizationId, stores: [storeId] })
}
