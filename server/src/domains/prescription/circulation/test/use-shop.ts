import { beforeEach, expect } from 'vitest'
import { opened } from '../../../../../../tools/opened.ts'
import { startCentre } from '../../../settlement/test/centre.ts'
import { openCirculation } from './counter.ts'

/** A pharmacy and its centre for the tests of a file, each beginning with nothing left to tell and no fault of a job. */
export const useShop = () => {
  const centre = opened(startCentre)
  const shop = opened(() => openCirculation(centre))
  beforeEach(async () => {
    await centre.clearFaults()
    await shop.round()
    expect(shop.faults).toEqual([])
  })
  return { centre, shop }
}
