import { rx } from '@yibao/shared/calls/prescription.ts'
import { fetchFile, newKey } from '../api/index.ts'
import { type Dialogs, PrintPreview } from '../kit/index.ts'

/** The prescription with its review on A5, shown and printed. */
export const printRx = async (dialogs: Dialogs, { id }: { id: string }): Promise<void> => {
  const { blob } = await fetchFile(rx.print, { id })
  await dialogs.open<void>((done) => <PrintPreview pdf={blob} documentId={newKey()} onClose={() => done()} />)
}
