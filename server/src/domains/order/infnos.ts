import type { PurchaseInfno, ReversalInfno } from './tables.ts'

/** The transactions that settle an order, and those that take it back. */
export const purchaseInfnos: PurchaseInfno[] = ['2102', '2207']
export const reversalInfnos: ReversalInfno[] = ['2103', '2208']

/** Whether a message takes a settlement back. */
export const isReversal = (infno: string | null | undefined): infno is ReversalInfno =>
  reversalInfnos.some((one) => one === infno)

/** By which transaction an order is settled: in its registered visit, or at the counter (domain.md 2.0). */
export const settlesBy = ({ visitId }: { visitId: string | null }): PurchaseInfno => (visitId ? '2207' : '2102')

/** What takes back what a transaction settled. */
export const reversesBy = (infno: PurchaseInfno): ReversalInfno => (infno === '2207' ? '2208' : '2103')
