import { type ButtonId, buttonTexts } from '../button-texts.ts'
import { basketValues } from '../flow/parking.ts'
import { type MessageValues, messageOf } from '../message.ts'
import type { MessageKey } from '../messages.ts'
import { useCaption, useCounter, useOwnKeys, useStore } from '../parts/store-context.ts'
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

export const ClearDialog = () => {
  const { dispatch } = useStore()
  const close = () => dispatch({ type: 'closeDialog' })
  const parts = messageOf('clear.ask', basketValues(useCounter()))
  const caption = useCaption()
  return (
    <Frame
      title={parts.what}
      onClose={close}
      buttons={
        <>
          <DialogButton first onClick={close}>
            保留
          </DialogButton>
          <DialogButton danger onClick={() => dispatch({ type: 'clearConfirmed' })}>
            清除购药单
          </DialogButton>
        </>
      }
    >
      <p>{parts.meaning}</p>
      <p className={css.meaning}>
        {parts.next}。要为他保留，请关闭后按 {caption('park')} 挂单
      </p>
    </Frame>
  )
}
