import type { ReactNode } from 'react'
import { useStore } from '../parts/store-context.ts'
import { DialogButton, Frame } from './frame.tsx'

/** A dialog that is only read: its one button closes it. */
export const ToRead = ({ title, children }: { title: string; children: ReactNode }) => {
  const { dispatch } = useStore()
  const close = () => dispatch({ type: 'closeDialog' })
  const button = (
    <DialogButton first onClick={close}>
      关闭
    </DialogButton>
  )
  return (
    <Frame title={title} wide onClose={close} buttons={button}>
      {children}
    </Frame>
  )
}
