import type { ConfigProviderProps } from 'antd'
import zh from 'antd/es/locale/zh_CN.js'

type Locale = NonNullable<ConfigProviderProps['locale']>

// antd's package.json declares no module type, so TypeScript sees CommonJS where vite gives the ES module's default.
export const zhCN = zh as unknown as Locale
