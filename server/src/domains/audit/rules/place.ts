import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { areaOf } from '../../auth/area-of.ts'
import { holdsArea } from '../../auth/whole-area.ts'
import { sheetSellers } from '../../catalogue/sheet-sellers.ts'
import { areaName } from '../../organisation/districts.ts'

/** Where a rule holds: '' = every area, every company. */
export interface Place {
  areaCode: string
  companyId: string
}

/** A place as people call it. */
export const placeText = ({ areaCode, companyId }: Place): string =>
  companyId ? '公司' : areaCode ? areaName(areaCode) : '全部区划'

type Asker = Pick<Context, 'db' | 'me'>

/** Whether somebody may change the rules of a place: the platform's, a whole area's, those of a company he has stores of. */
const mayChange = async (c: Asker, { areaCode, companyId }: Place): Promise<boolean> => {
  if (c.me.isSuperAdmin) return true
  if (!areaCode || c.me.storeId) return false
  if (!companyId) return holdsArea(c, areaCode)
  return (await sheetSellers(c, areaCode)).of(companyId) === companyId
}

/** The place a new rule is for; refuses one that is not the asker's. */
export const placeFor = async (
  c: Context,
  asked: { place: 'platform' | 'area' | 'company'; medicalAreaCode?: string; companyId?: string },
): Promise<Place> => {
  const areaCode = asked.place === 'platform' ? '' : await areaOf(c, asked.medicalAreaCode)
  let companyId = ''
  if (asked.place === 'company') {
    const sellers = await sheetSellers(c, areaCode)
    companyId =
      sellers.of(asked.companyId) ??
      refuse(
        'input.invalid',
        { text: sellers.reasonOf(asked.companyId) },
        { fields: { companyId: sellers.reasonOf(asked.companyId) } },
      )
  }
  const place = { areaCode, companyId }
  return (await mayChange(c, place)) ? place : refuse('audit.place', { place: placeText(place) })
}

/** The nearest place to a rule's own that is the asker's: its own, else his area's, else his company's in it. */
export const nearestPlace = async (c: Context, rule: Place, medicalAreaCode?: string): Promise<Place> => {
  if (await mayChange(c, rule)) return { areaCode: rule.areaCode, companyId: rule.companyId }
  const denied = () => refuse('audit.place', { place: placeText(rule) })
  if (rule.companyId) return denied()
  const areaCode = rule.areaCode || (await areaOf(c, medicalAreaCode))
  if (await mayChange(c, { areaCode, companyId: '' })) return { areaCode, companyId: '' }
  const companyId = c.me.storeId ? undefined : (await sheetSellers(c, areaCode)).of()
  return companyId ? { areaCode, companyId } : denied()
}
