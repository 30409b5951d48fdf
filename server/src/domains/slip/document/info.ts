import type { SlipModel } from './model.ts'
import { titleLines } from './text.ts'

/**
 * Properties of the PDF. The date is the slip's own print time, so that the same slip gives the same bytes;
 * no person in them, because viewers and printer queues show them.
 */
export const documentInfo = (model: SlipModel): { title: string; creationDate: Date } => ({
  title: [titleLines(model).at(-1), model.ids.setlId].filter(Boolean).join(' '),
  creationDate: new Date(`${model.ids.printedAt.replace(' ', 'T')}+08:00`),
})
