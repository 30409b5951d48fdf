import type { Store } from './open.ts'

/** In what a centre may differ from its edition; off until somebody turns it on for an area. */
export const areaOptions = [
  'traceCodes',
  'dialect',
  'accountInFund',
  'familyApart',
  'outpatient',
  'netCount',
  'cityFund',
  'knownGroups',
  'refundApart',
  'firstInsurance',
  'lateStatement',
] as const
type AreaOption = (typeof areaOptions)[number]

/** Whether an area's centre has an option. */
export const hasOption = (store: Store, area: string, name: AreaOption): boolean =>
  store.get('select 1 from area_option where area = ? and name = ?', area, name) !== undefined

/** Turns an option of an area on or off; it outlives a restart. */
export const setOption = (store: Store, area: string, name: AreaOption, on: boolean): void =>
  on
    ? store.run('insert or ignore into area_option values (?, ?)', area, name)
    : store.run('delete from area_option where area = ? and name = ?', area, name)
