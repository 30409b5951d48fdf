import { rx } from '@yibao/shared/calls/prescription.ts'
import { showImage } from '../api/index.ts'

/** The photograph of the paper, in full. */
export const showPicture = ({ id, number }: { id: string; number: string }): Promise<void> =>
  showImage(rx.picture, { id }, `处方 ${number}`)
