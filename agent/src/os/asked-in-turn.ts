/**
 * One question about a thing at a time: whoever comes while one is under way shares the next one. Its answer is begun after
 * each of them asked, so that none hears of a time before his own.
 */
export const askedInTurn = <T>(ask: (about: string) => Promise<T>): ((about: string) => Promise<T>) => {
  const running = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()
  const begin = (about: string) => {
    const mine = ask(about).finally(() => {
      if (running.get(about) === mine) running.delete(about)
    })
    running.set(about, mine)
    return mine
  }
  return (about) => {
    const now = running.get(about)
    if (!now) return begin(about)
    const known = next.get(about)
    if (known) return known
    const after = () => {
      next.delete(about)
      return running.get(about) ?? begin(about)
    }
    const mine = now.then(after, after)
    next.set(about, mine)
    return mine
  }
}
