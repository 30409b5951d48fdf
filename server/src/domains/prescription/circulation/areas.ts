import type { Deps } from '../../../call/context.ts'

/** Areas whose centres one node speaks with at the same time. */
const atOnce = 4
/** ms after which an area's turn begins nothing more: what is left comes in the next round. */
const turnMs = 60_000

/**
 * Works through what is to be done area by area: one centre that takes its time holds up nobody else's. `work` answers
 * false when the centre did not answer, and its area's turn ends with that.
 */
export const byArea = async <T extends { areaCode: string }>(
  { clock, services }: Pick<Deps, 'clock' | 'services'>,
  all: readonly T[],
  work: (one: T) => Promise<boolean>,
): Promise<void> => {
  const areas = [...new Set(all.map(({ areaCode }) => areaCode))]
  const turns = areas.map((area) => all.filter(({ areaCode }) => areaCode === area))
  const worker = async () => {
    for (let turn = turns.shift(); turn; turn = turns.shift()) {
      const until = clock().getTime() + turnMs
      for (const one of turn) if (services.node.leaving || clock().getTime() >= until || !(await work(one))) break
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
