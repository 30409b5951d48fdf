import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router-dom'
import { basename } from '../state/place.ts'
import { Guarded } from './guarded.tsx'
import { UiBridge } from './ui-bridge.tsx'

// Asked whatever the browser thinks of its network: a question that waits in silence looks like an empty list, and the
// agent of this PC answers without any network.
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' } },
})

/** Everything behind the login page. */
export const App = () => (
  <QueryClientProvider client={client}>
    <BrowserRouter basename={basename()}>
      <Guarded />
    </BrowserRouter>
    <UiBridge />
  </QueryClientProvider>
)
