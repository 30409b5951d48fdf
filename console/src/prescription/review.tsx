import { rx } from '@yibao/shared/calls/prescription.ts'
import { callServer } from '../api/index.ts'
import { type Dialogs, late } from '../kit/index.ts'

const ReviewDialog = late(() => import('./review-dialog.tsx'))

interface Asked {
  id: string
  storeId: string
}

const show = async (dialogs: Dialogs, { id, storeId }: Asked, taken: boolean): Promise<boolean> =>
  (await dialogs.open<boolean>((done) => <ReviewDialog {...{ id, storeId, dialogs, taken }} onClose={done} />)) === true

/** Shows a prescription to its pharmacist, here and now; true when he said something. */
export const reviewHere = (dialogs: Dialogs, row: Asked): Promise<boolean> => show(dialogs, row, false)

/** Takes one from the queue, so that nobody else reviews it meanwhile, and shows it. */
export const takeAndReview = async (dialogs: Dialogs, row: Asked): Promise<boolean> => {
  await callServer(rx.take, { id: row.id })
  return show(dialogs, row, true)
}
