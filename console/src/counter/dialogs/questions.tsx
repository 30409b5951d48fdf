import { type ButtonId, buttonTexts } from '../button-texts.ts'
import type { Dialog } from '../flow/dialog.ts'
import { slipWords } from '../flow/printing.ts'
import { type MessageValues, messageOf } from '../message.ts'
import type { MessageKey } from '../messages.ts'
import { useCounter, useOwnKeys, useStore } from '../parts/store-context.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'

/**
 * A message of place `dialog`: its words and its buttons. Where somebody asked for it, the one that changes the least has
 * the focus; a question that comes by itself gives it to none.
 */
export const MessageDialog = ({ message, values = {} }: { message: MessageKey; values?: MessageValues }) => {
  const { dispatch } = useStore()
  const ownKeys = useOwnKeys()
  const parts = messageOf(message, values, ownKeys)
  const safe: ButtonId | undefined = parts.buttons[parts.buttons.length - 1]
  const press = (id: ButtonId) => dispatch({ type: 'button', id })
  return (
    <Frame
      title={parts.what}
      unasked={message !== 'leave'}
      onClose={() => (message === 'leave' ? press('stay') : dispatch({ type: 'closeDialog' }))}
      buttons={parts.buttons.map((id) => (
        <DialogButton key={id} first={id === safe && message === 'leave'} onClick={() => press(id)}>
          {ownKeys(buttonTexts[id])}
        </DialogButton>
      ))}
    >
      <p>{parts.meaning}</p>
      <p className={css.meaning}>{parts.next}</p>
    </Frame>
  )
}

/** Whether paper came out (M36). */
export const SlipQuestion = ({ dialog }: { dialog: Extract<Dialog, { kind: 'printUnsure' }> }) => {
  const { message, orderId, text } = dialog
  return <MessageDialog message={message} values={{ ...slipWords(useCounter(), orderId), text }} />
}
