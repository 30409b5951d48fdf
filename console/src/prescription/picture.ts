import { rx } from '@yibao/shared/calls/prescription.ts'
import { fetchFile } from '../api/index.ts'
import { ui } from '../api/ui.ts'

/** ms the picture's bytes are kept for whoever looks at it; a copy of a person's paper is not left in the browser. */
const kept = 10 * 60_000

/** The photograph of the paper, in full above everything else (SPEC 2). */
export const showPicture = async ({ id, number }: { id: string; number: string }): Promise<void> => {
  const { blob } = await fetchFile(rx.picture, { id })
  const url = URL.createObjectURL(blob)
  ui().image(url, `处方 ${number}`)
  setTimeout(() => URL.revokeObjectURL(url), kept)
}
