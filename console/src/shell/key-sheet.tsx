import { useEffect } from 'react'
import { useShell } from '../state/shell.ts'
import { useUiStore } from './messages/ui-store.ts'
import { shellKeyOf } from './shell-keys.ts'

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]') !== null

/** Shows all keys; where the sheet cannot be read nothing is lost. */
export const showSheet = async (): Promise<void> => {
  const sheet = await import('./sheet.tsx').catch(() => undefined)
  await sheet?.openSheet()
}

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
