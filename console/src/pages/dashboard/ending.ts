import { late } from '../../kit/late/late.tsx'
import type { Ending } from './endings.tsx'

/** What ends within 30 days; on most days nothing does. */
export const Endings = late(async () => ({ default: (await import('./endings.tsx')).Endings }), undefined, false)

/** Whether there is anything. */
export const isEnding = (home: Ending): boolean =>
  Boolean(home.endingPharmacists || home.endingSpecialDrugs || home.endingDesignations || home.caEnds)
