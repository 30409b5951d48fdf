import { persons } from '../seed/persons.ts'
import { day } from '../time.ts'
import type { Store } from './open.ts'

/** What a booking does to balances and yearly sums; a reversal applies it with the opposite sign. Amounts in fen. */
export interface Effect {
  accounts: { psnNo: string; insutype: string; change: number }[]
  sums: { psnNo: string; insutype: string; ym: string; code: string; change: number }[]
}

/** Writes the balances and earlier yearly sums of the demo persons into a new database. */
export const seedPeople = (store: Store, now: number): void =>
  store.transaction(() => {
    const ym = `${day(now).slice(0, 4)}01`
    for (const person of persons) {
      for (const one of person.state.insurances) {
        store.run('insert into account values (?, ?, ?)', person.psnNo, one.insutype, one.balance)
        for (const [code, value] of Object.entries(person.state.used))
          store.run('insert into cumulative values (?, ?, ?, ?, ?)', person.psnNo, one.insutype, ym, code, value)
      }
    }
    store.next('seeded')
  })

/** Balance in fen of a personal account; 0 when there is none. */
export const balanceOf = (store: Store, psnNo: string, insutype: string): number =>
  Number(store.get('select balance from account where psn_no = ? and insutype = ?', psnNo, insutype)?.balance ?? 0)

/** A person's sums of one year by code, in fen (counts in hundredths). */
export const sumsOf = (store: Store, psnNo: string, insutype: string, year: string): Record<string, number> => {
  const rows = store.all(
    'select code, sum(value) as value from cumulative where psn_no = ? and insutype = ? and ym between ? and ? group by code',
    psnNo,
    insutype,
    `${year}00`,
    `${year}99`,
  )
  return Object.fromEntries(rows.map((row) => [String(row.code), Number(row.value)]))
}

/** Applies an effect, or takes it back with sign -1. Call inside a transaction. */
export const apply = (store: Store, effect: Effect, sign: 1 | -1): void => {
  for (const { psnNo, insutype, change } of effect.accounts)
    store.run(
      'update account set balance = balance + ? where psn_no = ? and insutype = ?',
      sign * change,
      psnNo,
      insutype,
    )
  for (const { psnNo, insutype, ym, code, change } of effect.sums)
    store.run(
      'insert into cumulative values (?, ?, ?, ?, ?) on conflict do update set value = value + excluded.value',
      psnNo,
      insutype,
      ym,
      code,
      sign * change,
    )
}
