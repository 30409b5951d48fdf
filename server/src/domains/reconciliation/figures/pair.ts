import type { Amounts } from './apart.ts'

/** What both books call a row by. */
interface Numbered {
  setlId: string
  refunded: boolean
}

/** A row of ours as its amounts are compared. */
export const amountsOf = ({ total, fund, pool, account, cash }: Omit<Amounts, 'aid'> & { fund: number }): Amounts => ({
  total,
  pool,
  aid: fund - pool,
  account,
  cash,
})

export interface Pair<L, C> {
  local?: L
  centre?: C
}

/** The rows of both books beside each other, by settlement number and refund flag: ours in their order, then the centre's. */
export const pairUp = <L extends Numbered, C extends Numbered>(
  ours: readonly L[],
  theirs: readonly C[],
  keyOf: (setlId: string, refunded: boolean) => string,
): Pair<L, C>[] => {
  const key = ({ setlId, refunded }: Numbered) => keyOf(setlId, refunded)
  const left = new Map(theirs.map((row) => [key(row), row]))
  const pairs = ours.map((local): Pair<L, C> => {
    const centre = left.get(key(local))
    if (centre) left.delete(key(local))
    return { local, centre }
  })
  return [...pairs, ...[...left.values()].map((centre) => ({ centre }))]
}
