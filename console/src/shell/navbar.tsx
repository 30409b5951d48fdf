import { MenuFoldOutlined, MenuUnfoldOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { lazy, Suspense, useCallback, useState } from 'react'
import { placeOf, type SessionMe } from '../state/me.ts'
import { toggleSidebar, useShell } from '../state/shell.ts'
import { scopeOf } from '../state/tab-store.ts'
import { toggleTheme, useTheme } from '../state/theme.ts'
import { closeAccount, useAccountDialog } from './account/account-store.ts'
import { accountItems } from './account/items.ts'
import { Bell } from './bell.tsx'
import { Beside } from './beside.tsx'
import { Lights } from './lights/lights.tsx'
import styles from './navbar.module.css'
import { NewVersionButton } from './new-version.tsx'
import { Popup } from './popup.tsx'
import { PageSearch } from './search/search.tsx'
import { untilRead } from './until-read.ts'

const FullScreenButton = lazy(() => untilRead(async () => (await import('./full-screen.tsx')).FullScreenButton))
const AccountDialogs = lazy(() => untilRead(async () => (await import('./account/dialogs.tsx')).AccountDialogs))

const ThemeButton = () => {
  const { theme } = useTheme()
  const label = theme === 'dark' ? '换成浅色' : '换成深色'
  return (
    <button type="button" className={styles.tool} title={label} aria-label={label} onClick={toggleTheme}>
      {theme === 'dark' ? <SunOutlined /> : <MoonOutlined />}
    </button>
  )
}

const nameOf = ({ name, surName, userName }: SessionMe['user']) => name || surName || userName

const UserMenu = ({ me }: { me: SessionMe }) => {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  const close = useCallback(() => setAt(null), [])
  const items = accountItems(me)
  const greeting = `你好，${nameOf(me.user)} ${placeOf(me.user)}`.trim()
  return (
    <>
      <button
        type="button"
        className={styles.user}
        aria-label={greeting}
        title={greeting}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={(event) => {
          const { right, bottom } = event.currentTarget.getBoundingClientRect()
          setAt({ x: right - 160, y: bottom + 4 })
        }}
      >
        <span className={styles.greeting}>
          你好，<b>{nameOf(me.user)}</b>
        </span>
        <span className={styles.place}>{placeOf(me.user)}</span>
      </button>
      {at && <Popup {...at} label="账号" items={items} onClose={close} />}
    </>
  )
}

/** Top bar (SPEC 1): greeting with institution or area, lights, page search, theme, account menu. */
export const Navbar = ({ me }: { me: SessionMe }) => {
  const { sidebarOpened, device, counter } = useShell()
  const dialog = useAccountDialog((state) => state.open)
  const label = sidebarOpened ? '收起菜单' : '展开菜单'
  return (
    <header className={styles.navbar}>
      <button type="button" className={styles.tool} title={label} aria-label={label} onClick={toggleSidebar}>
        {sidebarOpened ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </button>
      {device === 'desktop' && <PageSearch key={scopeOf(me.user)} me={me} />}
      <span className={styles.grow} />
      {counter && <NewVersionButton />}
      <Lights me={me} />
      {!me.user.guest && <Bell me={me} />}
      <Suspense fallback={null}>{counter && device === 'desktop' && <FullScreenButton />}</Suspense>
      <ThemeButton />
      <UserMenu me={me} />
      <Beside open={dialog !== null} close={closeAccount}>
        <Suspense fallback={null}>{dialog && <AccountDialogs open={dialog} me={me} />}</Suspense>
      </Beside>
    </header>
  )
}
