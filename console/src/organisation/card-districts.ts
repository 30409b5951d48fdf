import type { ResultOf } from '@yibao/shared/call.ts'
import type { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { useCallback, useEffect, useState } from 'react'
import { type CallError, callServer } from '../api/index.ts'
import { cached } from '../session/caches.ts'

type Districts = ResultOf<typeof dictionary.insDistricts>

/** The insurance areas whose codes the person may look at; kept like every other list of the session (SPEC 3). */
export const cardDistricts = (): Promise<Districts> =>
  cached('cardDistricts', async () => {
    // The calls of a whole page are no part of every list that has areas.
    const { dictionary } = await import('@yibao/shared/calls/dictionary.ts')
    return callServer(dictionary.insDistricts, {}, { silent: true })
  })

/** The same for a page, and how their reading stands; a list that could not be read is asked for again. */
export const useCardDistricts = () => {
  const [{ data, error }, set] = useState<{ data?: Districts; error: CallError | null }>({ error: null })
  const refetch = useCallback(
    () =>
      cardDistricts().then(
        (districts) => set({ data: districts, error: null }),
        (fault: CallError) => set({ error: fault }),
      ),
    [],
  )
  useEffect(() => void refetch(), [refetch])
  return { data, error, loading: !data && !error, refetch }
}
