import type { DocumentType } from '@yibao/shared/agent/printing.ts'
import { slip } from '@yibao/shared/calls/store.ts'
import type { PrintOptions } from '../../agent/index.ts'
import { callServer, fetchFile } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import type { Dialogs } from '../dialogs.tsx'
import { PrintPreview } from './preview.tsx'

export interface SlipOrder {
  orderId: string
  kind: 'settlement' | 'reversal' | 'presettlement'
  /** A new document marked 补打. */
  reprint?: boolean
  layout?: '58' | '80' | 'a5' | 'a4'
}

/** A sheet that was asked for goes where sheets are printed, not to the roll (shared/agent/printing). */
const sheets: Partial<Record<NonNullable<SlipOrder['layout']>, DocumentType>> = { a5: 'slipSheet', a4: 'slipForm' }

/** What a receipt printer prints of a slip, asked for when it is wanted. */
export const receiptOfSlip =
  (slipId: string): NonNullable<PrintOptions['receipt']> =>
  async () =>
    JSON.parse((await callServer(slip.receipt, { slipId }, { silent: true })).blocks)

/** Makes an order's slip, shows it and reports how the print ended (DESIGN 11). Refusals are shown by the client. */
export const previewSlip = async (dialogs: Dialogs, { orderId, kind, reprint, layout }: SlipOrder): Promise<void> => {
  const made = await callServer(slip.make, { orderId, kind, ...(reprint && { reprint }), ...(layout && { layout }) })
  if (made.missingCharacters.length) ui().error(`字库没有 ${made.missingCharacters.join('、')}，小票上以〓代替，已上报`)
  const { blob } = await fetchFile(slip.get, { slipId: made.slipId })
  await dialogs.open<void>((done) => (
    <PrintPreview
      pdf={blob}
      documentId={made.slipId}
      documentType={(layout && sheets[layout]) ?? 'slip'}
      receipt={receiptOfSlip(made.slipId)}
      onPrinted={(state, printer) =>
        void callServer(
          slip.printed,
          { slipId: made.slipId, state, ...(printer && { printer }) },
          { silent: true },
        ).catch(() => undefined)
      }
      onClose={() => done()}
    />
  ))
}
