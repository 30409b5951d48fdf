import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TabContext } from '../../../state/tab.tsx'
import type { Tab } from '../../../state/tabs.ts'
import { DayStrip } from './day-strip.tsx'

test('a day says how many differences are open, also where a later run did not end', () => {
  const days = (['unequal', 'failed', 'equal'] as const).map((state, i) => ({
    day: `2026-03-0${i + 1}`,
    state,
    open: 7 - i,
  }))
  const row = { days, storeId: 's1', storeName: '䶮城店', month: '2026-03', businessDays: 3, openDays: 2 }
  const shown = (
    <TabContext value={{ id: 'matrix', query: {} } as Tab}>
      <QueryClientProvider client={new QueryClient()}>
        <DayStrip row={row} />
      </QueryClientProvider>
    </TabContext>
  )
  const seen = [...renderToStaticMarkup(shown).matchAll(/<span aria-hidden="true">(.*?)<\/span>/g)]
  // Each day is its number and, below it, its mark.
  expect(seen.map(([, text]) => text)).toEqual(['1', '7', '2', '6', '3', '✓'])
})
