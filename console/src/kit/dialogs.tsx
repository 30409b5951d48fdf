import { type ReactElement, type ReactNode, useState, useSyncExternalStore } from 'react'
import type { Dialogs } from './dialog-kinds.ts'
import { FocusBack } from './focus-back.tsx'
import { Modal } from './late/antd.ts'
import { AuthorizeDialog, FormDialog, ProgressDialog, UploadDialog } from './late/dialogs.ts'

const makeDialogs = (): [Dialogs, ReactNode] => {
  let shown: readonly ReactElement[] = []
  const listeners = new Set<() => void>()
  const show = (next: typeof shown) => {
    shown = next
    for (const tell of listeners) tell()
  }
  // The dialog that nobody is in yet, its code may still be on its way, and what was pressed for it.
  let coming: { by: Element | null } | undefined
  const open = async <T,>(render: (done: (value: T) => void) => ReactNode): Promise<T | undefined> => {
    const by = document.activeElement
    // Pressed once more: the dialog that comes answers the press before.
    if (coming?.by === by) return undefined
    const mine = { by }
    coming = mine
    const come = () => {
      if (coming === mine) coming = undefined
    }
    return new Promise<T>((resolve) => {
      const done = (value: T) => {
        come()
        show(shown.filter((one) => one !== node))
        resolve(value)
      }
      const node = (
        // A dialog takes the focus, which is heard here through its portal.
        <div key={Math.random()} role="none" onFocus={come}>
          <FocusBack>{render(done)}</FocusBack>
        </div>
      )
      show([...shown, node])
    })
  }
  const ask = async (render: (done: (value: boolean) => void) => ReactNode) => (await open(render)) === true
  const subscribe = (tell: () => void) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  }
  // By itself, so that a dialog that opens or closes is no reason to draw the page behind it again.
  const Holder = () => useSyncExternalStore(subscribe, () => shown)
  const dialogs: Dialogs = {
    open,
    confirm: ({ title, tips, okText, cancelText, danger = false, final = danger, wide = false }) =>
      ask((done) => (
        <Modal
          open
          title={title}
          okText={okText}
          cancelText={cancelText}
          okButtonProps={{ danger, autoFocus: !final }}
          cancelButtonProps={cancelText === undefined ? { style: { display: 'none' } } : { autoFocus: final }}
          onOk={() => done(true)}
          onCancel={() => done(false)}
          width={wide ? 720 : 440}
        >
          {tips}
        </Modal>
      )),
    form: (options) => ask((done) => <FormDialog {...options} onClose={done} />),
    authorize: (options) => open<string | undefined>((done) => <AuthorizeDialog {...options} onClose={done} />),
    upload: (options) => ask((done) => <UploadDialog {...options} onClose={done} />),
    progress: (options) => open<void>((done) => <ProgressDialog {...options} onClose={() => done()} />),
  }
  return [dialogs, <Holder key="dialogs" />]
}

/**
 * Dialogs of a page, awaited like calls. Render the second value inside the page: Activity then hides an open dialog
 * together with its tab (console 4.5).
 */
export const useDialogs = (): [Dialogs, ReactNode] => useState(makeDialogs)[0]
