import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { keepRxToken, preferredInsurance, presentedForRx, type Reading, readingOf } from '../../card/read.ts'
import { type StoreRow, storeOf } from '../../organisation/store.ts'

/** Who was read at which store, and what reads his prescriptions there. */
export interface Reader {
  shop: StoreRow
  reading: Reading
  insuredArea: string
}

/** ms until the centre answers about prescriptions while a customer waits. */
export const waiting = { timeoutMs: 30_000 }

/** The reading of a customer in a store whose area has the circulation. */
export const readerOf = async (c: Context, readId: string): Promise<Reader> => {
  const shop = await storeOf(c.deps, c.scope.check(c.storeId))
  if (c.services.centre.of(shop.areaCode).profile.circulation === 'none') return refuse('rx.noCirculation')
  const reading = await readingOf(c, readId)
  return { shop, reading, insuredArea: preferredInsurance(reading.person).insuredArea }
}

/** The token of the e-voucher that was shown for prescriptions; asks for it to be shown when that is wished. */
export const tokenOf = async (c: Context, { shop, reading }: Reader, present: boolean): Promise<string | undefined> => {
  if (!present) return reading.person.rxToken
  const { token, certificateNo } = await presentedForRx(c, shop)
  const own = reading.person.person.certificateNo
  if (certificateNo && own && certificateNo.toUpperCase() !== own.toUpperCase()) return refuse('rx.presentOther')
  await keepRxToken(c, reading, token)
  return token
}
