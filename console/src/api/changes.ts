import type { Call } from '@yibao/shared/call.ts'

let made = 0

/** How many calls that may have changed something were made so far: whoever compares two answers knows of any between. */
export const changesMade = (): number => made

/** Counts a call among them; a read that is recorded changes something too, such as one that downloads from the centre. */
export const countChange = ({ method, reads, audit }: Pick<Call, 'method' | 'reads' | 'audit'>): void => {
  if ((method === 'POST' && !reads) || audit) made++
}
