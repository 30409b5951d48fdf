import type { Values } from '../message/check.ts'
import { textOf } from '../message/value.ts'
import { fen, yuan } from '../money/fixed.ts'
import type { Store } from '../store/open.ts'
import { day } from '../time.ts'
import { spread } from './book.ts'
import { type Application, applicationBy, applicationsOf, dropApplication, keepApplication } from './store.ts'

/** What a centre's people do with an application: from which states, to which one. */
const moves: Readonly<Record<string, { from: string; to?: string; gone?: true }>> = {
  firstReview: { from: '20', to: '30' },
  review: { from: '30', to: '40' },
  approve: { from: '30 40', to: '50' },
  reject: { from: '20 30 40', to: '70' },
  deduct: { from: '30 40 50 60' },
  reserve: { from: '30 40 50 60' },
  pay: { from: '50', to: '60' },
  lose: { from: '20 30 40 50 70', gone: true },
}

const withShare = (one: Application, name: 'det' | 'dpst', amount: number): Application['data'] => {
  const parts = spread(one.data.funds, amount)
  const funds = one.data.funds.map((fund, i) => ({ ...fund, [name]: parts[i]! }))
  return { ...one.data, [name]: amount, funds }
}

const granted = ({ applied, det, dpst }: { applied: number; det: number; dpst: number }) => applied - det - dpst

const paid = (one: Application, now: number): Application['data'] => {
  const act = granted(one.data)
  const parts = spread(one.data.funds, act)
  const funds = one.data.funds.map((fund, i) => ({ ...fund, act: parts[i]! }))
  return { ...one.data, dfr: act, act, cashym: day(now).slice(0, 7).replace('-', ''), funds }
}

/** An application for people: what GET /simulator/liquidations shows. */
const shown = ({ data, ...one }: Application) => ({
  ...one,
  ...{ psntime: data.psntime, medfee: yuan(data.medfee), recognised: yuan(data.recognised) },
  ...{ applied: yuan(data.applied), acct: yuan(data.acct), cash: yuan(data.cash), deducted: yuan(data.det) },
  ...{ reserved: yuan(data.dpst), granted: yuan(data.dfr), paid: yuan(data.act), cashym: data.cashym },
})

/** Applications of an institution, amounts in yuan, the oldest first; of all without a code. */
export const listApplications = (store: Store, code: string) => applicationsOf(store, code).map(shown)

/** Moves an application on as the centre's people would: `move`, with `amount` (yuan) or `text`. */
export const moveApplication = (store: Store, given: Values, now: number): { status: number; body: unknown } =>
  store.transaction(() => {
    const move = moves[textOf(given.move)]
    const one = applicationBy(store, textOf(given.event))
    if (!one) return { status: 404, body: { error: '没有这份清算申请' } }
    if (!move) return { status: 400, body: { error: `没有这个动作，可用：${Object.keys(moves).join(' ')}` } }
    if (!move.from.split(' ').includes(one.stas)) return { status: 409, body: { error: `状态 ${one.stas} 不能这样做` } }
    if (move.gone) {
      dropApplication(store, one)
      return { status: 200, body: {} }
    }
    const amount = /^\d+(\.\d{1,2})?$/.test(textOf(given.amount)) ? fen(textOf(given.amount)) : 0
    if (amount > one.data.applied) return { status: 409, body: { error: '大于基金申报总额' } }
    const names = { deduct: 'det', reserve: 'dpst' } as const
    const name = names[textOf(given.move) as keyof typeof names]
    const shared = name ? { ...one, data: withShare(one, name, amount) } : one
    // What is kept back, or taken off, once it was paid changes what was paid.
    const data = (move.to ?? one.stas) === '60' ? paid(shared, now) : { ...shared.data }
    if (move.to === '50') data.dfr = granted(data)
    const next = { ...one, stas: move.to ?? one.stas, memo: textOf(given.text) || one.memo, data }
    keepApplication(store, next)
    return { status: 200, body: shown(next) }
  })
