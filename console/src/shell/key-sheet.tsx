import { useEffect } from 'react'
import { useShell } from '../state/shell.ts'
import { openDialog, useUiStore } from './messages/ui-store.ts'
import styles from './shell.module.css'
import { shellKeyOf, shellKeys } from './shell-keys.ts'

const pageKeys = [
  ['Tab / Shift+Tab', '下一个 / 上一个控件'],
  ['Enter', '打开选中的行，表单中到下一项'],
  ['Esc', '关闭最上面的一层'],
  ['← →（可排序的列头上）', '调整列宽'],
  ['↑ ↓ Home End（树中）', '移到一项；→ ← 展开收起，空格选择，打字即查找'],
  ['Delete（页签上）', '关闭页签'],
] as const

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]') !== null

/** The sheet of all keys. */
export const showSheet = () =>
  openDialog({
    tone: 'ask',
    title: '快捷键',
    body: (
      <dl className={styles.keys}>
        {[...shellKeys.map(({ keys, does }) => [keys, does] as const), ...pageKeys].map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    ),
    buttons: [{ text: '知道了', value: 'ok', primary: true }],
    dismissible: true,
  })

/** Listens for the shell's keys for as long as the shell lives; a page that took a key keeps it. */
export const useShellKeys = (): void =>
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || useUiStore.getState().dialogs.length) return
      const key = shellKeyOf(event)
      if (key?.run) {
        event.preventDefault()
        void key.run()
      } else if (event.key === '?' && !typing(event.target) && !useShell.getState().counter) {
        // The counter has a sheet of its own (F1), and a scanned code may hold the character.
        event.preventDefault()
        void showSheet()
      }
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
