import type { Dialogs } from '../dialogs.tsx'
import { BatchDialog } from '../late/dialogs.ts'
import type { BatchOrder } from './batch.ts'

/** Prints the slips of several orders as one batch; resolves when the person leaves the dialog, not when all are out. */
export const printSlips = (dialogs: Dialogs, orders: readonly BatchOrder[]): Promise<void> =>
  dialogs.open<void>((done) => <BatchDialog orders={orders} dialogs={dialogs} onClose={() => done()} />)
