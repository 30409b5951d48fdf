type Read = () => Promise<unknown>

const waiting = new Set<Read>()
let begun = false

/** ms after which a busy page reads the next part all the same. */
const patience = 3000
const soon = (work: () => void) =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(work, { timeout: patience }) : setTimeout(work, 200)

/**
 * ms for which a new window is left to its first page: what somebody came for is asked, answered and drawn in them, and
 * on an old computer every part that is read meanwhile makes it later. A part that is opened earlier is read then.
 */
let inPeace = 2000

const next = () => {
  const [read] = waiting
  if (!read) {
    begun = false
    return
  }
  waiting.delete(read)
  // A part that could not be read is asked for again when it is opened, and says so then.
  read()
    .catch(() => undefined)
    .finally(() => soon(next))
}

/** Has a part read once the window's first page stands and the browser has nothing better to do. */
export const whenIdle = (read: Read): void => {
  waiting.add(read)
  if (begun) return
  begun = true
  setTimeout(soon, inPeace, next)
  inPeace = 0
}
