import { Fragment } from 'react'
import { late } from '../../kit/late/late.tsx'
import type { Dialog } from '../flow/state.ts'
import { useCounter } from '../parts/store-context.ts'
import { DiseaseDialog, ParkedDialog } from './choose.tsx'
import { PartConfirm } from './part.tsx'
import { ClearDialog, MessageDialog } from './questions.tsx'
import { ReversalDialog } from './reversal.tsx'

// Not in every customer's way: read while the browser is idle. What asks before money moves back is there at once.
const PrescriptionDialog = late(async () => ({ default: (await import('./prescription.tsx')).PrescriptionDialog }))
const PreviewDialog = late(async () => ({ default: (await import('./preview.tsx')).PreviewDialog }))
const LineDialog = late(async () => ({ default: (await import('./line.tsx')).LineDialog }))
const AuditDialog = late(() => import('./audit.tsx'))
const HerbsDialog = late(() => import('./herbs.tsx'))
const TypedIdDialog = late(() => import('./typed-id.tsx'))
const KeysDialog = late(() => import('./keys.tsx'))
const BoughtDialog = late(() => import('./bought.tsx'))
const CardPinDialog = late(() => import('./card-pin.tsx'))

const of = (dialog: Dialog) => {
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
      return <ReversalDialog key={dialog.orderId} dialog={dialog} />
    case 'part':
      return <PartConfirm />
    case 'printUnsure':
      return <MessageDialog message={dialog.message} values={{ text: dialog.text }} />
    case 'leave':
      return <MessageDialog message="leave" />
    case 'preview':
      return <PreviewDialog dialog={dialog} />
    case 'line':
      return <LineDialog key={dialog.line} id={dialog.line} types={dialog.types} />
    case 'audit':
      return <AuditDialog busy={dialog.busy} />
    case 'keys':
      return <KeysDialog />
    case 'bought':
      return <BoughtDialog />
    case 'cardPin':
      return <CardPinDialog />
  }
}

/** The one dialog that is open, if any. The question about another slip is another one, though its words are the same. */
export const Dialogs = () => {
  const { dialog } = useCounter()
  if (!dialog) return null
  return <Fragment key={dialog.kind === 'printUnsure' ? dialog.jobId : dialog.kind}>{of(dialog)}</Fragment>
}
