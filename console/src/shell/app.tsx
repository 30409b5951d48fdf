import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App as AntdApp, ConfigProvider } from 'antd'
import { BrowserRouter } from 'react-router-dom'
import { basename } from '../state/place.ts'
import { useTheme } from '../state/theme.ts'
import { Guarded } from './guarded.tsx'
import { zhCN } from './locale.ts'
import { antdTheme } from './theme.ts'
import { UiBridge } from './ui-bridge.tsx'

const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })

/** Distance of toasts from the top in px (SPEC 9). */
const toastTop = 180

/** Everything behind the login page. */
export const App = () => {
  const { theme } = useTheme()
  return (
    <ConfigProvider locale={zhCN} theme={antdTheme(theme)}>
      <AntdApp message={{ top: toastTop, maxCount: 3 }}>
        <UiBridge />
        <QueryClientProvider client={client}>
          <BrowserRouter basename={basename()}>
            <Guarded />
          </BrowserRouter>
        </QueryClientProvider>
      </AntdApp>
    </ConfigProvider>
  )
}
