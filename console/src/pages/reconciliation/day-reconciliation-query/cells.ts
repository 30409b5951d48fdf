import { useQueryClient } from '@tanstack/react-query'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import type { KeyboardEvent } from 'react'
import { ui } from '../../../api/ui.ts'
import { compareDays } from '../../../reconciliation/compare-marked.ts'
import { useCan } from '../../../state/me.ts'
import { useTabState } from '../../../state/tab.tsx'

/** A store's day. */
interface Cell {
  day: string
  storeId: string
  storeName: string
}

/** A cell as it is marked: its parts, day first. */
export const cellKey = ({ day, storeId, storeName }: Cell): string => [day, storeId, storeName].join('|')

const cellOf = (key: string): Cell => {
  const [day = '', storeId = '', ...name] = key.split('|')
  return { day, storeId, storeName: name.join('|') }
}

const buttonsOf = (strip: Element) => [...strip.querySelectorAll<HTMLButtonElement>('[data-cell]')]
const dayOf = (button: HTMLElement) => Number(button.dataset.cell!.slice(8, 10))

/** Left and right go from day to day, up and down to the same day of another store, or the nearest there. */
const stepFrom = (from: HTMLButtonElement, key: string): HTMLElement | undefined => {
  const strip = from.closest('[data-days]')!
  const aside = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (aside) {
    const days = buttonsOf(strip)
    return days[days.indexOf(from) + aside]
  }
  const strips = [...document.querySelectorAll('[data-days]')].filter((one) => buttonsOf(one).length)
  const next = strips[strips.indexOf(strip) + (key === 'ArrowUp' ? -1 : 1)]
  const away = (one: HTMLElement) => Math.abs(dayOf(one) - dayOf(from))
  return next && buttonsOf(next).sort((a, b) => away(a) - away(b))[0]
}

/** A comparison of this window is under way. Not kept with the tab: one that a reload ended would never be over. */
let comparing = false

/** The days that are marked on this tab, and the keys of a strip (ux 3): arrows move, X marks, B compares. */
export const useCells = () => {
  const [marked, setMarked] = useTabState<readonly string[]>('marked', [])
  const client = useQueryClient()
  const can = useCan()
  const run = async (keys: readonly string[]) => {
    if (!can({ menuCode: 'DayReconciliation', buttonCode: 'handle' }))
      return ui().error('没有「日对账」的处理权限，请联系管理员')
    if (comparing) return ui().error('正在对账，对完后再选')
    comparing = true
    try {
      await compareDays(keys.map(cellOf))
      setMarked([])
      await client.invalidateQueries({ queryKey: [monthBooks.matrix.path] })
    } finally {
      comparing = false
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = (event.target as HTMLElement).closest<HTMLButtonElement>('[data-cell]')
    if (!at || event.ctrlKey || event.altKey || event.metaKey) return
    const key = at.dataset.cell!
    if (event.key.startsWith('Arrow')) stepFrom(at, event.key)?.focus()
    else if (event.key.toLowerCase() === 'x')
      setMarked((now) => (now.includes(key) ? now.filter((one) => one !== key) : [...now, key]))
    else if (event.key.toLowerCase() === 'b' && !event.repeat)
      // The client shows every refusal.
      run(marked.length ? marked : [key]).catch(() => undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { marked, onKeyDown }
}
