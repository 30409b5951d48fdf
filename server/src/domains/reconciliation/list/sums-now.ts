import { groupBy } from '../../../base/group-by.ts'
import type { Database } from '../../../database/open.ts'
import type { Sums } from '../../book/rows.ts'
import { type GroupKey, keyText } from '../../order/group.ts'
import { type AreaSettings, settingsOf } from '../../organisation/settings.ts'
import { bookedOn, sumsOfDays } from '../groups/days.ts'

/** A group of a day, run or not, and the area that says how it is counted. */
interface DayGroup extends GroupKey {
  storeId: string
  areaCode: string
  day: string
}

const dayOf = ({ storeId, day }: Pick<DayGroup, 'storeId' | 'day'>): string => `${storeId}/${day}`
const placeOf = (one: GroupKey & Pick<DayGroup, 'storeId' | 'day'>): string => `${dayOf(one)}/${keyText(one)}`

/** What our book comes to of some groups of days as it is now, counted as their areas' 3201 counts (domain.md 5.2). Fen. */
export const sumsNow = async (db: Database, groups: readonly DayGroup[]): Promise<(group: DayGroup) => Sums> => {
  const settings = new Map<string, AreaSettings>()
  for (const { areaCode } of groups) if (!settings.has(areaCode)) settings.set(areaCode, await settingsOf(db, areaCode))
  const days = [...new Map(groups.map(({ storeId, day }) => [dayOf({ storeId, day }), { storeId, day }])).values()]
  const booked = groupBy(await bookedOn(db, days), placeOf)
  return (group) => sumsOfDays(booked.get(placeOf(group)) ?? [], settings.get(group.areaCode)!)
}
