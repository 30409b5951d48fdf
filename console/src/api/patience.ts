/** Asks, and gives up after `ms`: `ask` gets the signal that ends it. */
export const withPatience = async <T>(ms: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), ms)
  try {
    return await ask(stop.signal)
  } finally {
    clearTimeout(timer)
  }
}
