import { useEffect, useRef } from 'react'
import { step } from '../../../reconciliation/repair/logic.ts'
import type { Bench } from './use-bench.ts'

interface Extras {
  showKeys: () => void
  focusFilter: () => void
  showSides: () => void
  /** Whether the person may repair at all. */
  mayHandle: boolean
}

// A dialog, a menu or a field has its own keys.
const layers = 'input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]'
const busyElsewhere = (target: EventTarget | null) =>
  (target instanceof HTMLElement && target.closest(layers)) ||
  document.querySelector('.ant-modal-wrap:not([style*="display: none"])')

/** The keys of ux 3, while the bench is the visible tab. */
export const useBenchKeys = (bench: Bench, extras: Extras): void => {
  const latest = useRef({ bench, extras })
  latest.current = { bench, extras }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const held = event.repeat !== false && !['j', 'k', 'ArrowDown', 'ArrowUp'].includes(event.key)
      if (held || event.ctrlKey || event.altKey || event.metaKey) return
      if (busyElsewhere(event.target)) return
      // Enter presses what has the focus.
      if (event.key === 'Enter' && (event.target as Element).closest?.('button, a, [role="tab"]')) return
      const { bench: now, extras: more } = latest.current
      const { current, actions, rows } = now
      const move = (by: 1 | -1) => current && now.setCursor(step(rows, current.id, by) ?? current.id)
      const onRow = (work: (row: NonNullable<typeof current>) => unknown) => () => current && work(current)
      const repair = (work: (row: NonNullable<typeof current>) => unknown) => () =>
        current && more.mayHandle && work(current)
      const keys: Record<string, (() => unknown) | undefined> = {
        j: () => move(1),
        ArrowDown: () => move(1),
        k: () => move(-1),
        ArrowUp: () => move(-1),
        Enter: more.showSides,
        a: repair(actions.accept),
        A: more.mayHandle ? actions.batch : undefined,
        n: repair(actions.note),
        u: repair(actions.undo),
        x: onRow((row) => now.toggle(row.id)),
        X: onRow((row) => now.selectClass(row.id)),
        r: onRow(actions.ask),
        g: more.mayHandle ? actions.total : undefined,
        '/': more.focusFilter,
        e: actions.export,
        '?': more.showKeys,
      }
      // Caps Lock is no Shift.
      const letter = event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()
      const run = keys[event.key.length === 1 ? letter : event.key]
      if (!run) return
      event.preventDefault()
      // The client shows every refusal.
      Promise.resolve(run()).catch(() => undefined)
    }
    // Before the shell, which would show its own sheet of keys as well: a key that is taken here is the bench's.
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [])
}
