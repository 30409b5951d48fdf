import { Fragment } from 'react'
import { lateOf } from '../../kit/late/late-of.ts'
import type { Dialog } from '../flow/state.ts'
import { useCounter } from '../parts/store-context.ts'
import { ClearDialog, MessageDialog } from './questions.tsx'
import { ReversalDialog } from './reversal.tsx'

// Not in every customer's way: read while the browser is idle. What asks before a whole reversal is there at once.
const seldom = () => import('./seldom.ts')
const AuditDialog = lateOf(seldom, 'AuditDialog')
const BoughtDialog = lateOf(seldom, 'BoughtDialog')
const CardPinDialog = lateOf(seldom, 'CardPinDialog')
const DiseaseDialog = lateOf(seldom, 'DiseaseDialog')
const HerbsDialog = lateOf(seldom, 'HerbsDialog')
const KeysDialog = lateOf(seldom, 'KeysDialog')
const LineDialog = lateOf(seldom, 'LineDialog')
const ParkedDialog = lateOf(seldom, 'ParkedDialog')
const PartChooser = lateOf(seldom, 'PartChooser')
const PartConfirm = lateOf(seldom, 'PartConfirm')
const PrescriptionDialog = lateOf(seldom, 'PrescriptionDialog')
const PreviewDialog = lateOf(seldom, 'PreviewDialog')
const TypedIdDialog = lateOf(seldom, 'TypedIdDialog')

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
      return dialog.part && dialog.order ? (
        <PartChooser order={dialog.order} />
      ) : (
        <ReversalDialog key={dialog.orderId} dialog={dialog} />
      )
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
