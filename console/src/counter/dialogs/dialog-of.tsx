import type { Dialog } from '../flow/dialog.ts'
import { AuditDialog } from './audit.tsx'
import { BoughtDialog } from './bought.tsx'
import { CardPinDialog } from './card-pin.tsx'
import { DiseaseDialog, ParkedDialog } from './choose.tsx'
import { ClearDialog } from './clear.tsx'
import { HerbsDialog } from './herbs.tsx'
import { KeysDialog } from './keys.tsx'
import { LineDialog } from './line.tsx'
import { PartChooser, PartConfirm } from './part.tsx'
import { PrescriptionDialog } from './prescription.tsx'
import { PreviewDialog } from './preview.tsx'
import { MessageDialog, SlipQuestion } from './questions.tsx'
import { ReversalDialog } from './reversal.tsx'
import { TypedIdDialog } from './typed-id.tsx'

/** The dialog of a kind. */
export const DialogOf = ({ dialog }: { dialog: Dialog }) => {
  switch (dialog.kind) {
    case 'clear':
      return <ClearDialog />
    case 'typedId':
      return <TypedIdDialog code={dialog.code} />
    case 'prescription':
      return <PrescriptionDialog />
    case 'disease':
      return <DiseaseDialog />
    case 'herbs':
      return <HerbsDialog prices={dialog.prices} />
    case 'parked':
      return <ParkedDialog rows={dialog.rows} />
    case 'reversal':
      return dialog.part && dialog.order ? (
        <PartChooser order={dialog.order} />
      ) : (
        <ReversalDialog key={dialog.orderId} dialog={dialog} />
      )
    case 'part':
      return <PartConfirm />
    case 'printUnsure':
      return <SlipQuestion dialog={dialog} />
    case 'leave':
      return <MessageDialog message="leave" />
    case 'preview':
      return <PreviewDialog dialog={dialog} />
    case 'line':
      return <LineDialog key={dialog.line} id={dialog.line} types={dialog.types} />
    case 'audit':
      return <AuditDialog busy={dialog.busy} unasked={dialog.unasked} />
    case 'keys':
      return <KeysDialog />
    case 'bought':
      return <BoughtDialog />
    case 'cardPin':
      return <CardPinDialog />
  }
}
