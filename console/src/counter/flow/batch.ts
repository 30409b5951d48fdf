/** Where the packs of a line come from, as an ERP's bill says it (3505 demands it of every sale). Days are yyyy-MM-dd. */
export interface Batch {
  lot: string
  madeOn?: string | undefined
  expiresOn?: string | undefined
}

/** The batch of a line that may name one; nothing where it does not. */
export const batchOf = ({ lot, madeOn, expiresOn }: Partial<Batch>): { batch?: Batch } =>
  lot ? { batch: { lot, madeOn, expiresOn } } : {}
