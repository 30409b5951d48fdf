import type { ResultOf } from '@yibao/shared/call.ts'
import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { useEffect, useState } from 'react'
import { callServer } from '../api/index.ts'
import { cached } from '../session/caches.ts'

type Districts = ResultOf<typeof dictionary.insDistricts>

/** The insurance areas whose codes the person may look at; kept like every other list of the session (SPEC 3). */
export const cardDistricts = (): Promise<Districts> =>
  cached('cardDistricts', () => callServer(dictionary.insDistricts, {}, { silent: true }))

/** The same for a page; undefined until they are known. */
export const useCardDistricts = (): Districts | undefined => {
  const [districts, setDistricts] = useState<Districts>()
  useEffect(() => {
    // A list that could not be read is asked for again by the next one who needs it.
    cardDistricts().then(setDistricts, () => setDistricts([]))
  }, [])
  return districts
}
