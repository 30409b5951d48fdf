/** ms for what the product does by itself on a busy machine. */
const patience = 20_000
const pauseMs = 50

/** Looks until `good`; gives what was seen, or throws with the last sight. A wait for a state, never for a time. */
export const until = async <T>(
  what: string,
  look: () => Promise<T> | T,
  good: (seen: T) => boolean = Boolean,
  ms = patience,
): Promise<T> => {
  const end = Date.now() + ms
  for (;;) {
    const seen = await look()
    if (good(seen)) return seen
    if (Date.now() > end) throw new Error(`${what}: last seen ${JSON.stringify(seen)}`)
    await new Promise((again) => setTimeout(again, pauseMs))
  }
}
