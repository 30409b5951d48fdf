import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router-dom'
import { basename } from '../state/place.ts'
import { Guarded } from './guarded.tsx'
import { UiBridge } from './ui-bridge.tsx'

const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })

/** Everything behind the login page. */
export const App = () => (
  <QueryClientProvider client={client}>
    <BrowserRouter basename={basename()}>
      <Guarded />
    </BrowserRouter>
    <UiBridge />
  </QueryClientProvider>
)
