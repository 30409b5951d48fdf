import { lateOf } from '../../kit/late/late-of.ts'
import { seldom } from '../late.ts'
import { useCounter } from '../parts/store-context.ts'

const DialogOf = lateOf(seldom, 'DialogOf')

/** The one dialog that is open, if any. The question about another slip is another one, though its words are the same. */
export const Dialogs = () => {
  const { dialog } = useCounter()
  return dialog && <DialogOf key={dialog.kind === 'printUnsure' ? dialog.jobId : dialog.kind} dialog={dialog} />
}
