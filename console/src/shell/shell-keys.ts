import { lock } from '../state/lock.ts'
import { inFrame } from '../state/place.ts'
import { toggleSidebar, useShell } from '../state/shell.ts'
import { useTabs } from '../state/tab-store.ts'
import { closeTab, refreshTab, reopenTab, stepTab } from './tabs/tab-actions.ts'

export interface Line {
  /** As the sheet writes it. */
  keys: string
  does: string
  /** Whether what it is for is on the screen; without one it always is. */
  available?: () => boolean
}

interface ShellKey extends Line {
  /** `event.code` with Alt held, and Shift or not. */
  code?: string
  shift?: boolean
  run?: () => unknown
}

/** The list in front: of a drawer over the page rather than of the page. */
const turnPage = (way: 'prev' | 'next') =>
  [...document.querySelectorAll<HTMLElement>(`.ant-pagination-${way}`)]
    .filter((one) => one.offsetParent)
    .at(-1)
    ?.click()

const active = () => useTabs.getState().tabs.find((tab) => tab.id === useTabs.getState().active)

/** In an ERP's frame only the page is left: nobody sees a tab there that a key closes, or a menu that it opens. */
export const bars = (): boolean => !inFrame()

/** Keys that work on every page. Alt with a letter: the browser and ERP boxes leave these alone, the counter's are digits. */
export const shellKeys: readonly ShellKey[] = [
  {
    keys: 'Ctrl+K',
    does: '查找页面、操作和记录',
    // SPEC 2: not on mobile.
    available: () => bars() && useShell.getState().device === 'desktop',
  },
  { keys: 'Alt+0', does: '查看最需要处理的状态灯', available: bars },
  { keys: 'Alt+.', does: '下一个页签', available: bars, code: 'Period', run: () => stepTab(1) },
  { keys: 'Alt+,', does: '上一个页签', available: bars, code: 'Comma', run: () => stepTab(-1) },
  {
    keys: 'Alt+W',
    does: '关闭当前页签',
    available: bars,
    code: 'KeyW',
    run: () => {
      const tab = active()
      return tab && !tab.pinned && closeTab(tab.id)
    },
  },
  { keys: 'Alt+Shift+W', does: '重新打开关闭的页面', available: bars, code: 'KeyW', shift: true, run: reopenTab },
  {
    keys: 'Alt+R',
    does: '刷新当前页签',
    code: 'KeyR',
    run: () => {
      const tab = active()
      return tab && refreshTab(tab.id)
    },
  },
  { keys: 'Alt+PageDown', does: '列表的下一页', code: 'PageDown', run: () => turnPage('next') },
  { keys: 'Alt+PageUp', does: '列表的上一页', code: 'PageUp', run: () => turnPage('prev') },
  { keys: 'Alt+M', does: '展开或收起菜单', available: bars, code: 'KeyM', run: toggleSidebar },
  { keys: 'Alt+L', does: '锁屏', code: 'KeyL', run: lock },
  { keys: '?', does: '本页快捷键' },
]

/** Whether what a key is for is on the screen. */
export const isAvailable = ({ available }: Line) => available?.() ?? true

/** The key of the table that an event presses; none that has nothing to act on here. */
export const shellKeyOf = (
  event: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'code'>,
): ShellKey | undefined =>
  event.altKey && !event.ctrlKey && !event.metaKey
    ? shellKeys.find((key) => key.code === event.code && (key.shift ?? false) === event.shiftKey && isAvailable(key))
    : undefined
