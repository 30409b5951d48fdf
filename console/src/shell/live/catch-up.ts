import type { QueryClient } from '@tanstack/react-query'
import { order } from '@yibao/shared/calls/order.ts'
import { useLink } from '../../api/link.ts'
import { tellLive } from '../../api/live.ts'
import { concerned, outdate } from './concerns.ts'

/** ms in which a page's first answers are not old when its line stands, and over which consoles spread that lost it. */
const justRead = 5000

/**
 * What happened before the line stood was told to nobody: between the pages' first answers and now, or while it was cut.
 * `readAnew` reads it, and has home pages sum up again by `sumAgain`.
 */
export const catchUp = (client: QueryClient, sumAgain: () => void): { readAnew: () => void; end: () => void } => {
  const opened = Date.now()
  let stood = false
  let later: ReturnType<typeof setTimeout> | undefined
  const readAnew = () => {
    const isLate = stood || Date.now() - opened > justRead
    const isBack = useLink.getState().server === 'down'
    // The server answers again: what could not be read is read, whoever waits need not press anything.
    if (isBack) void client.invalidateQueries()
    // Somebody may stand before an order whose result is not known. What else is shown by all the consoles that a node let
    // go when it ended is read over some seconds.
    else for (const path of isLate ? [order.get.path] : concerned) outdate(client, path)
    clearTimeout(later)
    // A home page that has only just been summed up sums up again by time.
    if (isLate)
      later = setTimeout(() => {
        if (!isBack) for (const path of concerned) if (path !== order.get.path) outdate(client, path)
        sumAgain()
        tellLive('dictionary.changed', {})
      }, Math.random() * justRead)
    stood = true
    tellLive('anew', {})
  }
  return { readAnew, end: () => clearTimeout(later) }
}
