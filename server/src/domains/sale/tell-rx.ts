import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { refuse } from '../../base/refuse.ts'
import type { Handlers } from '../../call/mount.ts'
import { tellAll } from '../prescription/circulation/tell-all.ts'
import { rxOf } from '../prescription/rows.ts'
import { soldParts } from './sold-parts.ts'
import { writeSaleOf } from './write.ts'

/**
 * Rx/Tell: tells the centre everything of a prescription that is open. What was handed out on it is written beside what
 * was sold, so the call stands where that is written.
 */
export const rxTellHandlers: Pick<Handlers<typeof calls>, 'tell'> = {
  tell: async ({ id }, c) => {
    const { one, orderId } = await rxOf(c, id)
    if (one.source !== 'circulation') refuse('rx.nothingToTell')
    // The job may not have written yet what the order handed out.
    if (orderId) await writeSaleOf(c.deps, orderId)
    const told = (await tellAll(c.deps, id, soldParts)) ?? refuse('rx.nothingToTell')
    return { done: told.kind === 'done', text: told.text }
  },
}
