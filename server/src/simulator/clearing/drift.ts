import type { Values } from '../message/check.ts'
import { textOf } from '../message/value.ts'
import { fen, yuan } from '../money/fixed.ts'
import type { Row, Store } from '../store/open.ts'
import { type Clearing, clearingsOf, copyClearing } from './book.ts'

const amount = (given: unknown, standing: number): number =>
  /^-?\d+(\.\d{1,2})?$/.test(textOf(given)) ? fen(textOf(given)) : standing

/**
 * Makes one row of the centre's clearing other than what was settled: `medfee` or `optins` (yuan), `as` another number it is
 * listed under (that of its settlement for a reversal, '' for none), `drop` so that it is not listed, `twin` so that it is
 * listed twice. `setl_sn`, the number it was settled under, and `fixmedins_code` name it.
 */
export const driftClearing = (store: Store, given: Values): { status: number; body: unknown } => {
  const [code, sn] = [textOf(given.fixmedins_code), textOf(given.setl_sn)]
  const booked = store.get('select setl_time from settlement where setl_id = ? and fixmedins_code = ?', sn, code)
  if (booked) clearingsOf(store, code, String(booked.setl_time).slice(0, 7).replace('-', ''))
  const first = 'select * from cleared where fixmedins_code = ? and setl_id = ? order by seqno'
  const row = store.get(first, code, sn) as (Row & Clearing) | undefined
  if (!row) return { status: 404, body: { error: '清分中没有这笔结算' } }
  const set = `update cleared set medfee = ?, optins = ?, setl_sn = ?, dropped = ?
    where fixmedins_code = ? and ym = ? and seqno = ?`
  const [medfee, optins] = [amount(given.medfee, row.medfee), amount(given.optins, row.optins)]
  const listedAs = given.as === undefined ? row.setl_sn : textOf(given.as)
  store.run(set, medfee, optins, listedAs, given.drop === true ? 1 : 0, code, row.ym, row.seqno)
  if (given.twin === true) copyClearing(store, row)
  return { status: 200, body: { setl_sn: listedAs, medfee: yuan(medfee), optins: yuan(optins) } }
}

/** A month's clearing for people: what GET /simulator/clearings shows. */
export const listClearings = (store: Store, code: string, ym: string) =>
  clearingsOf(store, code, ym).map(({ certno: _, ...row }) => ({
    ...row,
    ...{ medfee: yuan(row.medfee), optins: yuan(row.optins) },
  }))
