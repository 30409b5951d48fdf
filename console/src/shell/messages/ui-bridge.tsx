import { type KeyboardEvent, lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { setUi } from '../../api/ui.ts'
import { letGo } from '../../session/leaving.ts'
import { useLock } from '../../state/lock.ts'
import { reopening } from '../../state/place.ts'
import { isViewWindow } from '../../state/storage.ts'
import { untilRead } from '../until-read.ts'
import { holdFocus, turnFocus } from './hold-focus.ts'
import { stayOnTop } from './top-layer.ts'
import styles from './ui.module.css'
import { type Dialog, openDialog, pushToast, pushWait, showImage, useUiStore } from './ui-store.ts'

const ImageView = lazy(() => untilRead(async () => (await import('./image-view.tsx')).ImageView))

/** ms of SPEC 9's toasts. */
const successMs = 3000
const errorMs = 5000
/** ms after which a wait that asked for it uncovers the screen by itself (SPEC 9). */
const waitMs = 30_000

const guided = () => import('./guided.tsx')

setUi({
  success: (text) => pushToast('good', text, successMs),
  error: (text, centre) => {
    pushToast('harm', text, errorMs)
    // What was said has been said: where more cannot be read, that is all.
    if (centre)
      void guided().then(
        ({ showGuided }) => showGuided(text, centre),
        () => undefined,
      )
  },
  attention: (text) => pushToast('warn', text, errorMs),
  expired: async () => {
    const view = isViewWindow()
    await openDialog({
      tone: 'warn',
      title: view ? '查看已结束' : '登录已过期，请重新登录',
      body: view
        ? '时间已到，或查看人退出登录、失去权限，或该账号的权限变大。可在用户管理中重新打开。'
        : reopening() || '已保存的内容在重新登录后可继续。',
      buttons: [{ text: view ? '关闭窗口' : '重新登录', value: 'ok', primary: true }],
      dismissible: false,
      always: true,
    })
    // Nothing on this page can be saved without a login: the browser's question would only keep who answers it here.
    letGo()
  },
  box: async (info) => {
    const said = await guided().catch(() => undefined)
    if (said) await said.showBox(info)
    else pushToast('harm', info.notice, errorMs)
  },
  confirm: ({ title, tips, buttonInfos }) =>
    openDialog({
      tone: 'ask',
      title,
      body: tips,
      buttons: buttonInfos.map((button) => ({ ...button, primary: !button.danger && buttonInfos.length === 1 })),
      dismissible: true,
    }),
  loading: (text, { autoClose } = {}) => pushWait(text, autoClose ? waitMs : undefined),
  image: (url, title = '图片') => showImage({ url, title }),
})

const shapes = { good: '✓', harm: '✕', warn: '△', ask: '?' } as const

const show = (box: HTMLDialogElement) => {
  box.showModal()
  // Harm is never under the first Enter (ux 2.7).
  const first = [...box.querySelectorAll('button')].find((button) => !button.dataset.danger)
  const target = first ?? box
  target.focus()
}

/** The browser's own modal dialog: those of the counter are too, and what stands in the page is out of reach below them. */
const DialogBox = ({ dialog }: { dialog: Dialog }) => {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = box.current!
    const giveBack = holdFocus(shown)
    show(shown)
    return () => {
      shown.close()
      giveBack()
    }
  }, [])
  /** A phone's way back, and Esc where nothing has the focus, close it the second time whatever is said to them. */
  const closed = () => {
    if (box.current?.open === false) show(box.current)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      if (dialog.dismissible) dialog.done(undefined)
    }
    if (event.key === 'Tab') turnFocus(box.current!, event)
  }

  return (
    <dialog
      ref={box}
      className={styles.dialog}
      role="alertdialog"
      aria-modal="true"
      aria-label={dialog.title}
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
      onClose={closed}
      onKeyDown={onKeyDown}
    >
      <h2>
        <span data-tone={dialog.tone} aria-hidden="true">
          {shapes[dialog.tone]}
        </span>
        {dialog.title}
      </h2>
      <div className={styles.body}>{dialog.body}</div>
      <div className={styles.buttons}>
        {dialog.buttons.map((button) => (
          <button
            key={button.value}
            type="button"
            className={styles.button}
            data-danger={button.danger || undefined}
            data-primary={button.primary || undefined}
            onClick={() => dialog.done(button.value)}
          >
            {button.text}
          </button>
        ))}
      </div>
    </dialog>
  )
}

/** Toasts (180 px from the top, SPEC 9) and dialogs of the API client. */
export const UiBridge = () => {
  const { toasts, dialogs, waits, image } = useUiStore()
  const locked = useLock((state) => state.locked)
  const wait = waits.at(-1)
  // The lock shows those that are above it by itself.
  const below = dialogs.filter(({ always }) => !(locked && always))
  const told = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (locked ? undefined : stayOnTop(told.current!)), [locked])
  return (
    <>
      <div ref={told} popover="manual" className={styles.toasts} role="status">
        {toasts.map((toast) => (
          <div key={toast.id} className={styles.toast} data-tone={toast.tone}>
            <span aria-hidden="true">{shapes[toast.tone]}</span>
            {toast.text}
          </div>
        ))}
      </div>
      {below.map((dialog) => (
        <DialogBox key={dialog.id} dialog={dialog} />
      ))}
      {wait && (
        <div className={styles.wait} role="status">
          <span className={styles.spinner} aria-hidden="true" />
          {wait.text}
        </div>
      )}
      <Suspense fallback={null}>
        {image && <ImageView key={image.url} {...image} onClose={() => showImage(null)} />}
      </Suspense>
    </>
  )
}
