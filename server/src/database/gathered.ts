interface Waiting<Asked, Found> {
  asked: Asked
  resolve: (found: Found | undefined) => void
  reject: (fault: unknown) => void
}

/**
 * Looks up together what is asked for at once. The first question leaves at once; those that come while `lanes` look-ups
 * are under way go together with the next one, `most` at a time, so that many requests cost the database few statements
 * and this process few writes. No look-up begins before its question came: an answer is never older than that. `lookUp`
 * answers in the order of what it is asked. Where questions fail together each is asked again alone, so that nobody pays
 * for another one's fault.
 */
export const gathered = <Asked, Found>(
  lookUp: (asked: Asked[]) => Promise<readonly Found[]>,
  { lanes = 2, most = 50 } = {},
): ((asked: Asked) => Promise<Found | undefined>) => {
  const waiting: Waiting<Asked, Found>[] = []
  let busy = 0

  const answer = async (some: Waiting<Asked, Found>[]): Promise<void> => {
    try {
      const found = await lookUp(some.map(({ asked }) => asked))
      for (const [i, { resolve }] of some.entries()) resolve(found[i])
    } catch (fault) {
      if (some.length === 1) some[0]?.reject(fault)
      else await Promise.all(some.map((one) => answer([one])))
    }
  }

  const go = async (): Promise<void> => {
    if (busy === lanes || !waiting.length) return
    busy++
    await answer(waiting.splice(0, most))
    busy--
    void go()
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      void go()
    })
}
