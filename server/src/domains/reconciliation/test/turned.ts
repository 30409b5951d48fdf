import type { Database } from '../../../database/open.ts'
import { turnMoney } from '../../config/turn-money.ts'

/** Somebody finds out how the centre of 320500 counts: what is booked by then is turned with the option. */
export const turned = (db: Database, before: object, after: object): Promise<void> => {
  const place = { level: 'area' as const, key: '', name: '', areaCode: '320500' }
  return db.transaction((tx) => turnMoney(tx, place, { ...before }, { ...after }))
}
