import { createHash } from 'node:crypto'
import { refuse } from '../../base/refuse.ts'

/** A mark of what a save would replace: the same for the same content, in whatever order it is kept. */
export const markOf = (...parts: readonly (readonly unknown[])[]): string => {
  const content = parts.map((part) => part.map((one) => JSON.stringify(one)).sort())
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12)
}

/**
 * Refuses a save made over something else than what is stored: it replaces the whole, so it would take back what
 * somebody else changed meanwhile. `what` names it; without `seen` the caller looked at nothing before.
 */
export const refuseUnseen = (what: string, seen: string | undefined, stored: string): void => {
  if (seen !== undefined && seen !== stored) refuse('seen.changed', { what })
}
