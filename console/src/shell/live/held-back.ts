import type { QueryClient } from '@tanstack/react-query'
import { type LiveEvent, useFollowing } from '../../api/live.ts'
import { concerns, ofSteps, outdate } from './concerns.ts'

/** Outdates what an event concerns; while somebody follows a run, what each of its steps outdates waits for its end. */
export const outdateBy = (client: QueryClient): { tell: (event: keyof typeof concerns) => void; end: () => void } => {
  const held = new Set<string>()
  const end = useFollowing.subscribe(({ count }) => {
    if (count) return
    for (const path of held) outdate(client, path)
    held.clear()
  })
  const waits = (event: LiveEvent) => ofSteps.includes(event) && useFollowing.getState().count > 0
  return {
    tell: (event) => {
      const isHeld = waits(event)
      for (const { path } of concerns[event]) {
        if (isHeld) held.add(path)
        else outdate(client, path)
      }
    },
    end,
  }
}
