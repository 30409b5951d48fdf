import { basketValues } from '../flow/parking.ts'
import { messageOf } from '../message.ts'
import { useCaption, useCounter, useStore } from '../parts/store-context.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'

/** Asks before a basket is dropped for good. */
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
