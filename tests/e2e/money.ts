import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { expect } from 'vitest'
import type { Api } from '../../tools/api.ts'
import type { BookRow, Centre } from '../../tools/centre.ts'
import type { MoneyShown } from './counter-page.ts'
import { until } from './until.ts'

/** Our newest orders of a store, today. */
export const ourOrders = async (api: Api) => (await api.ok(orderCalls.paged, { pageSize: 50 })).items

/** One order, whole, as our book has it. */
export const ourOrder = (api: Api, id: string) => api.ok(orderCalls.get, { id })

/** The order that was made last. */
export const lastOrder = async (api: Api) => {
  const [newest] = await ourOrders(api)
  if (!newest) throw new Error('no order in our book')
  return ourOrder(api, newest.id)
}

const amount = (text: string) => formatAmount(text)

/** Waits until our book knows that a settlement's slip came out: without it the same goods are asked about once more. */
export const slipKnown = (api: Api, id: string) =>
  until(
    'the slip is known as printed',
    () => ourOrder(api, id),
    ({ printed }) => printed === 1,
  )

/** The centre's row of a settlement, found by its number. */
export const centreRow = async (centre: Centre, store: string, setlId: string | undefined): Promise<BookRow> => {
  const row = (await centre.book(store)).find((one) => one.setl_id === setlId)
  if (!row) throw new Error(`the centre has no ${setlId}`)
  return row
}

/**
 * The three books of one settlement agree to the fen: what the centre booked, what we stored, what the clerk reads.
 * Gives our order.
 */
export const expectSameMoney = async (
  { api, centre, store }: { api: Api; centre: Centre; store: string },
  shown: MoneyShown,
) => {
  const ours = await lastOrder(api)
  const row = await centreRow(centre, store, ours.setlId)
  const split = ours.split!
  expect(ours.status).toBe('2')
  expect(row).toMatchObject({
    infno: '2102',
    undone: false,
    reversed: false,
    medfee_sumamt: split.total,
    fund_pay_sumamt: split.fundTotal,
    acct_pay: split.account,
    psn_cash_pay: split.cash,
  })
  expect(shown).toMatchObject({
    费用总额: amount(split.total),
    统筹基金: amount(split.poolFund),
    医疗救助: amount(split.medicalAid),
    个人账户: amount(split.account),
    其中共济: amount(split.familyAccount),
    应收现金: amount(split.cash),
    结算后余额: amount(split.balance),
  })
  return ours
}
