import type { card as cardCalls } from '@yibao/shared/calls/card.ts'
import type { Handlers } from '../../call/mount.ts'
import { diseaseBalances } from '../card/diseases.ts'
import { readPersonHash } from '../card/read.ts'
import { keepYearBefore, yearBeforeOf } from '../card/year-before.ts'
import { hasInAir } from '../order/year-before.ts'
import { storeOf } from '../organisation/store.ts'

/** Answers what was used for a disease, and keeps with the reading what the same answer says of the year: the slip needs it. */
export const diseaseBalance: Handlers<typeof cardCalls>['diseaseBalance'] = async ({ readId, diseaseCode }, c) => {
  const { areaCode } = await storeOf(c.deps, c.storeId)
  const unsure = await hasInAir(c.db, areaCode, await readPersonHash(c, readId))
  const { rows, said } = await diseaseBalances(c, readId, diseaseCode)
  if (said) await keepYearBefore(c, readId, unsure ? undefined : yearBeforeOf(said, c.now))
  return rows
}
