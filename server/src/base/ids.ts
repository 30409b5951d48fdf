import { randomUUID } from 'node:crypto'

/** How many this process has made; below 2^24, so that it fills two groups of an id. */
let made = 0

/**
 * uuidv7 (DESIGN 5): ids sort by the moment they were made, and those of one millisecond by which this process made
 * first (RFC 9562, 6.2: a counter before the random part). Where a list orders by a time and then by id, that is the
 * order in which things happened.
 */
export const newId = (at: Date = new Date()): string => {
  const moment = at.getTime().toString(16).padStart(12, '0')
  made = (made + 1) & 0xffffff
  const count = made.toString(16).padStart(6, '0')
  // Its entropy is drawn for many ids at once; a call of its own for each one costs more than the row it names.
  const random = randomUUID().slice(24)
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3)}-${random}`
}

/** When an id of newId was made. */
export const momentOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
