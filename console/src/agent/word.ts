/** Those who wait for a word: each has it with the next one, or has waited `longestMs`. */
export const createWord = (longestMs: number) => {
  const waiting: (() => void)[] = []
  return {
    /** Resolves with the next word; `ask` asks for it. */
    next: (ask: () => void): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve)
        ask()
        setTimeout(resolve, longestMs)
      }),
    came: (): void => {
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}
