import { fetchFile, newKey } from '../api/index.ts'
import { type Dialogs, PrintPreview } from '../kit/index.ts'
import type { Filed, FilingCalls, FilingPage } from './types.ts'

/** The form of a filing, shown and printed: the person signs it, the store keeps it. */
export const printFiling = async (page: FilingPage, dialogs: Dialogs, { id }: Filed): Promise<void> => {
  const { print } = page.calls as unknown as FilingCalls
  const { blob } = await fetchFile(print, { id })
  await dialogs.open<void>((done) => (
    <PrintPreview pdf={blob} documentId={newKey()} documentType="report" onClose={() => done()} />
  ))
}
