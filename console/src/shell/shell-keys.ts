import { lock } from '../state/lock.ts'
import { toggleSidebar } from '../state/shell.ts'
import { useTabs } from '../state/tab-store.ts'
import { closeTab, refreshTab, reopenTab, stepTab } from './tabs/tab-actions.ts'

interface ShellKey {
  /** As the sheet writes it. */
  keys: string
  does: string
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

/** Keys that work on every page. Alt with a letter: the browser and ERP boxes leave these alone, the counter's are digits. */
export const shellKeys: readonly ShellKey[] = [
  { keys: 'Ctrl+K', does: '查找页面、操作和记录' },
  { keys: 'Alt+0', does: '查看最需要处理的状态灯' },
  { keys: 'Alt+.', does: '下一个页签', code: 'Period', run: () => stepTab(1) },
  { keys: 'Alt+,', does: '上一个页签', code: 'Comma', run: () => stepTab(-1) },
  {
    keys: 'Alt+W',
    does: '关闭当前页签',
    code: 'KeyW',
    run: () => {
      const tab = active()
      return tab && !tab.pinned && closeTab(tab.id)
    },
  },
  { keys: 'Alt+Shift+W', does: '重新打开关闭的页面', code: 'KeyW', shift: true, run: reopenTab },
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
  { keys: 'Alt+M', does: '展开或收起菜单', code: 'KeyM', run: toggleSidebar },
  { keys: 'Alt+L', does: '锁屏', code: 'KeyL', run: lock },
  { keys: '?', does: '本页快捷键' },
]

/** The key of the table that an event presses. */
export const shellKeyOf = (
  event: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'code'>,
): ShellKey | undefined =>
  event.altKey && !event.ctrlKey && !event.metaKey
    ? shellKeys.find(({ code, shift = false }) => code === event.code && shift === event.shiftKey)
    : undefined
