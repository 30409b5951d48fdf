import { slip } from '@yibao/shared/calls/slip.ts'
import { fetchFile } from '../../api/index.ts'
import type { Dialogs } from '../dialog-kinds.ts'
import { PrintPreview } from '../late/dialogs.ts'
import { makeSlip, receiptOfSlip, type SlipOrder, tellPrinted } from './make-slip.ts'
import { askReprintReason } from './reprint.tsx'

/** Makes an order's slip, shows it and reports how the print ended (DESIGN 11). Refusals are shown by the client. */
export const previewSlip = async (dialogs: Dialogs, order: SlipOrder): Promise<void> => {
  const made = await makeSlip(order, () => askReprintReason(dialogs))
  if (!made) return
  const { blob } = await fetchFile(slip.get, { slipId: made.slipId })
  await dialogs.open<void>((done) => (
    <PrintPreview
      pdf={blob}
      documentId={made.slipId}
      documentType={made.documentType}
      reprint={made.reprint}
      receipt={receiptOfSlip(made.slipId)}
      onPrinted={(state, printer) => tellPrinted(made, state, printer)}
      onClose={() => done()}
    />
  ))
}
