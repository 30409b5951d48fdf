/** What settles an order: at the counter, or in a registered visit (domain.md 2.0); and what takes it back. */
export const purchaseInfnos = ['2102', '2207'] as const
export const reversalInfnos = ['2103', '2208'] as const
export type PurchaseInfno = (typeof purchaseInfnos)[number]
export type ReversalInfno = (typeof reversalInfnos)[number]

const listed = (infnos: readonly string[]): string => `(${infnos.map((infno) => `'${infno}'`).join()})`

/** The same as SQL lists, written out: an index over them is found by that alone. */
export const purchaseList = listed(purchaseInfnos)
export const reversalList = listed(reversalInfnos)

/** Whether a message takes a settlement back. */
export const isReversal = (infno: string | null | undefined): infno is ReversalInfno =>
  reversalInfnos.some((one) => one === infno)

/** By which transaction an order is settled: in its registered visit, or at the counter. */
export const settlesBy = ({ visitId }: { visitId: string | null }): PurchaseInfno => (visitId ? '2207' : '2102')

/** What takes back what a transaction settled. */
export const reversesBy = (infno: PurchaseInfno): ReversalInfno => (infno === '2207' ? '2208' : '2103')
