import type { DocumentType } from '@yibao/shared/agent/printing.ts'
import { slip } from '@yibao/shared/calls/store.ts'
import { fetchFile } from '../../api/index.ts'
import type { Dialogs } from '../dialogs.tsx'
import { PrintPreview } from '../late/dialogs.ts'
import { makeSlip, receiptOfSlip, type SlipOrder, tellPrinted } from './make-slip.ts'
import { askReprintReason } from './reprint.tsx'

/** A sheet that was asked for goes where sheets are printed, not to the roll (shared/agent/printing). */
const sheets: Partial<Record<NonNullable<SlipOrder['layout']>, DocumentType>> = { a5: 'slipSheet', a4: 'slipForm' }

/** The document type of a layout: it has its own printer. */
export const documentTypeOf = (layout: SlipOrder['layout']): DocumentType => (layout && sheets[layout]) ?? 'slip'

/** Makes an order's slip, shows it and reports how the print ended (DESIGN 11). Refusals are shown by the client. */
export const previewSlip = async (dialogs: Dialogs, order: SlipOrder): Promise<void> => {
  const made = await makeSlip(order, () => askReprintReason(dialogs))
  if (!made) return
  const { blob } = await fetchFile(slip.get, { slipId: made.slipId })
  await dialogs.open<void>((done) => (
    <PrintPreview
      pdf={blob}
      documentId={made.slipId}
      documentType={documentTypeOf(order.layout)}
      reprint={made.reprint}
      receipt={receiptOfSlip(made.slipId)}
      onPrinted={(state, printer) => tellPrinted(made, state, printer)}
      onClose={() => done()}
    />
  ))
}
