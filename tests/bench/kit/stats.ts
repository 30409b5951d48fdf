/** The value below which `share` (0 to 1) of the samples lie. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

/** ms that one run of `work` takes. */
export const timed = async (work: () => unknown): Promise<number> => {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** The middle of what `rounds` runs give, one after the other. */
export const medianOf = async (rounds: number, work: () => Promise<number>): Promise<number> => {
  const results: number[] = []
  for (let i = 0; i < rounds; i++) results.push(await work())
  return median(results)
}

/**
 * Runs the contestants in turn, round after round, so that a busy minute of the machine hits all of them. Answers the
 * results of each by name, in the order of the rounds. The order inside a round alternates.
 */
export const interleave = async <Name extends string, T>(
  rounds: number,
  contestants: Record<Name, (round: number) => Promise<T>>,
): Promise<Record<Name, T[]>> => {
  const names = Object.keys(contestants) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 ? names.toReversed() : names) results[name].push(await contestants[name](round))
  return results
}
