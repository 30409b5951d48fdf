import { approvalTarget } from '@yibao/shared/approval.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { spendAuthorization } from '../auth/authorize.ts'
import { matchRx } from './circulation/choose.ts'
import { downloadCirculated } from './circulation/download.ts'
import { circulatedRx } from './circulation/listed.ts'
import { sequenceFor } from './circulation/sequence.ts'
import { pictureOf, saveImage } from './image.ts'
import { reviewerOf } from './pharmacist.ts'
import { printRx } from './print.ts'
import { queueRows, waitingCount } from './queue.ts'
import { giveBackRx, returnRx, reviewRx, takeRx } from './review.ts'
import { rxOf, rxRows } from './rows.ts'
import { saveRx } from './save.ts'
import { shownRx } from './shown.ts'
import { undoRx } from './undo.ts'
import { usableRx } from './usable.ts'

const then = async (c: Context, id: string, work: Promise<void>) => {
  await work
  return shownRx(c, id)
}

/** Every Rx call (domain.md 8.7) but Rx/Tell, which needs what was sold (sale/tell-rx.ts). */
export const rxHandlers: Omit<Handlers<typeof calls>, 'tell'> = {
  paged: (filters, c) => rxRows.page(c, filters),
  pushPaged: (filters, c) => queueRows.page(c, filters),
  waiting: (_, c) => waitingCount(c),
  get: ({ id }, c) => shownRx(c, id),
  picture: pictureOf,
  print: printRx,
  reviewer: reviewerOf,
  save: saveRx,
  image: saveImage,
  counterSave: saveRx,
  counterImage: saveImage,
  usable: usableRx,
  circulated: circulatedRx,
  download: downloadCirculated,
  match: matchRx,
  counterCirculated: circulatedRx,
  counterDownload: downloadCirculated,
  counterMatch: matchRx,
  ecRxGetSeqNoHass: sequenceFor,
  take: ({ id }, c) => then(c, id, takeRx(c, id)),
  giveBack: ({ id }, c) => then(c, id, giveBackRx(c, id)),
  return: ({ id, reason }, c) => then(c, id, returnRx(c, id, reason)),
  review: (input, c) => then(c, input.id, reviewRx(c, input, c.me)),
  reviewHere: async ({ authorizationId, ...input }, c) => {
    const target = approvalTarget.prescription(input.id, input.revision, input.passed)
    const { one } = await rxOf(c, input.id)
    const by = await spendAuthorization(c, { action: 'prescription', target, authorizationId, stores: [one.storeId] })
    return then(c, input.id, reviewRx(c, input, by))
  },
  undo: ({ id, reason }, c) => then(c, id, undoRx(c, id, reason)),
}
