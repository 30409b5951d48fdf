import type { ReprintReason } from '@yibao/shared/agent/reprint.ts'
import type { Dialogs } from '../dialog-kinds.ts'
import { ReasonDialog } from '../late/dialogs.ts'

/** Asks once why a slip is printed again; undefined when nobody gave a reason: nothing is printed then. */
export const askReprintReason = (
  dialogs: Pick<Dialogs, 'open'>,
  text = '这张结算单已打印过，再打印的一张标有「补打」。按数字键选择原因。',
): Promise<ReprintReason | undefined> =>
  dialogs.open<ReprintReason | undefined>((done) => <ReasonDialog text={text} onDone={done} />)
