import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import { type ReactElement, type ReactNode, useState, useSyncExternalStore } from 'react'
import type { Approval } from './authorize.tsx'
import { FocusBack } from './focus-back.tsx'
import type { FormDialogProps } from './form/form-dialog.tsx'
import { Modal } from './late/antd.ts'
import { AuthorizeDialog, FormDialog, ProgressDialog, UploadDialog } from './late/dialogs.ts'

export interface ConfirmOptions {
  title: string
  tips?: ReactNode
  /** Verb and object: 作废订单, never 确定. */
  okText: string
  /** What stays: 不作废. */
  cancelText: string
  danger?: boolean
  /** It moves money or cannot be taken back: Enter leaves things as they are (ux 2.7). */
  final?: boolean
}

export interface Dialogs {
  confirm: (options: ConfirmOptions) => Promise<boolean>
  /** Resolves true when the form was sent. */
  form: (options: Omit<FormDialogProps, 'onClose'>) => Promise<boolean>
  /** The authorizationId, undefined when nobody approved. */
  authorize: (options: Approval) => Promise<string | undefined>
  progress: (options: { title: string; progressId: string; stop?: () => Promise<unknown> }) => Promise<void>
  /** True when rows were brought in. */
  upload: (options: { importType: ImportTypeName; title: string; medicalAreaCode?: string }) => Promise<boolean>
  /** Any other dialog: gets `done`, which closes it and gives its value. */
  open: <T>(render: (done: (value: T) => void) => ReactNode) => Promise<T>
}

const makeDialogs = (): [Dialogs, ReactNode] => {
  let shown: readonly ReactElement[] = []
  const listeners = new Set<() => void>()
  const show = (next: typeof shown) => {
    shown = next
    for (const tell of listeners) tell()
  }
  const open = <T,>(render: (done: (value: T) => void) => ReactNode): Promise<T> =>
    new Promise((resolve) => {
      const done = (value: T) => {
        show(shown.filter((one) => one !== node))
        resolve(value)
      }
      const node = (
        <div key={Math.random()}>
          <FocusBack>{render(done)}</FocusBack>
        </div>
      )
      show([...shown, node])
    })
  const subscribe = (tell: () => void) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  }
  // By itself, so that a dialog that opens or closes is no reason to draw the page behind it again.
  const Holder = () => useSyncExternalStore(subscribe, () => shown)
  const dialogs: Dialogs = {
    open,
    confirm: ({ title, tips, okText, cancelText, danger = false, final = danger }) =>
      open((done) => (
        <Modal
          open
          title={title}
          okText={okText}
          cancelText={cancelText}
          okButtonProps={{ danger, autoFocus: !final }}
          cancelButtonProps={{ autoFocus: final }}
          onOk={() => done(true)}
          onCancel={() => done(false)}
          width={440}
        >
          {tips}
        </Modal>
      )),
    form: (options) => open((done) => <FormDialog {...options} onClose={done} />),
    authorize: (options) => open((done) => <AuthorizeDialog {...options} onClose={done} />),
    upload: (options) => open((done) => <UploadDialog {...options} onClose={done} />),
    progress: (options) => open<void>((done) => <ProgressDialog {...options} onClose={() => done()} />),
  }
  return [dialogs, <Holder key="dialogs" />]
}

/**
 * Dialogs of a page, awaited like calls. Render the second value inside the page: Activity then hides an open dialog
 * together with its tab (console 4.5).
 */
export const useDialogs = (): [Dialogs, ReactNode] => useState(makeDialogs)[0]
