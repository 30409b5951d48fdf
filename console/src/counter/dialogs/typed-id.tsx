import { messageOf } from '../message.ts'
import { useStore } from '../parts/store-context.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'

/** Asks before a typed or scanned identity number is used, which it never shows. */
export const TypedIdDialog = ({ code }: { code: string }) => {
  const { dispatch } = useStore()
  const close = () => dispatch({ type: 'closeDialog' })
  const parts = messageOf('read.typedId')
  return (
    <Frame
      title={parts.what}
      onClose={close}
      buttons={
        <>
          <DialogButton onClick={close}>不读取</DialogButton>
          <DialogButton first primary onClick={() => dispatch({ type: 'read', medium: 'idCard', code })}>
            读取参保信息
          </DialogButton>
        </>
      }
    >
      <p>{parts.meaning}</p>
      <p className={css.meaning}>{parts.next}</p>
    </Frame>
  )
}
