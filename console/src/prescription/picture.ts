import { rx } from '@yibao/shared/calls/prescription.ts'
import { showImage } from '../api/index.ts'

interface Asked {
  id: string
  number: string
  revision?: number
}

/** The photograph of the paper, in full; the one that a pharmacist saw at a revision, where that is said. */
export const showPicture = ({ id, number, revision }: Asked): Promise<void> =>
  showImage(rx.picture, { id, ...(revision !== undefined && { revision }) }, `处方 ${number}`)
