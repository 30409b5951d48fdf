import type { Dialogs } from '../dialog-kinds.ts'
import { BatchDialog } from '../late/dialogs.ts'
import type { BatchOrder } from './batch.ts'
import { askReprintReason } from './reprint.tsx'

const askText = '选中的结算单有的已打印过，再打印的一张标有「补打」。按数字键选择原因，对这一批都适用。'

/** Prints the slips of several orders as one batch; resolves when the person leaves the dialog, not when all are out. */
export const printSlips = (dialogs: Dialogs, orders: readonly BatchOrder[]): Promise<void> => {
  const ask = () => askReprintReason(dialogs, askText)
  return dialogs.open<void>((done) => <BatchDialog orders={orders} ask={ask} onClose={() => done()} />)
}
