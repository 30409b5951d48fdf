import { randomUUID } from 'node:crypto'

/** uuidv7: ids that sort by the moment they were made (DESIGN 5). */
export const newId = (at: Date = new Date()): string => {
  const moment = at.getTime().toString(16).padStart(12, '0')
  // Its entropy is drawn for many ids at once; a call of its own for each one costs more than the row it names.
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(15)}`
}
