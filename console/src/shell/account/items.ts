import { logout } from '../../session/leave.ts'
import { endView } from '../../session/view.ts'
import { readBackup } from '../../state/backup.ts'
import { lock, mayLock } from '../../state/lock.ts'
import type { SessionMe } from '../../state/me.ts'
import { isViewWindow } from '../../state/storage.ts'
import { toggleTheme } from '../../state/theme.ts'
import { openAreaDialog } from '../area/area-store.ts'
import { showSheet } from '../key-sheet.tsx'
import { openAccount } from './account-store.ts'

interface AccountItem {
  key: string
  label: string
  /** Pinyin initials of the label: the search finds it by them, and the browser has no table of its own. */
  initials: string
  run: () => void
}

/** What the account menu offers this person (SPEC 2); the search finds the same. */
export const accountItems = (me: Pick<SessionMe, 'isAdminUser'>): AccountItem[] => [
  { key: 'profile', label: '个人信息', initials: 'grxx', run: () => openAccount('profile') },
  ...(isViewWindow()
    ? []
    : [{ key: 'password', label: '修改密码', initials: 'xgmm', run: () => openAccount('password') }]),
  ...(me.isAdminUser ? [{ key: 'area', label: '切换区划', initials: 'qhqh', run: openAreaDialog }] : []),
  ...(me.isAdminUser && !isViewWindow()
    ? [{ key: 'switch', label: '以操作员账号工作', initials: 'yczyzhgz', run: () => openAccount('switch') }]
    : []),
  ...(readBackup()
    ? [{ key: 'back', label: '切换回管理员账号', initials: 'qhhglyzh', run: () => openAccount('back') }]
    : []),
  { key: 'layout', label: '布局设置', initials: 'bjsz', run: () => openAccount('layout') },
  { key: 'keys', label: '快捷键 ?', initials: 'kjj', run: () => void showSheet() },
  { key: 'about', label: '关于', initials: 'gy', run: () => openAccount('about') },
  // The menu gives its focus back first: there it is found again.
  ...(mayLock() ? [{ key: 'lock', label: '锁屏 Alt+L', initials: 'spaltl', run: () => void setTimeout(lock) }] : []),
  isViewWindow()
    ? { key: 'logout', label: '结束查看', initials: 'jsck', run: () => void endView() }
    : { key: 'logout', label: '退出登录', initials: 'tcdl', run: () => void logout() },
]

/** Further actions that only the search knows by name. */
export const shellActions: AccountItem[] = [{ key: 'theme', label: '浅色与深色', initials: 'qsyss', run: toggleTheme }]
