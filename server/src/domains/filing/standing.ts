import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { isDescribed } from '../../centre/standard.ts'
import type { Kind } from './kinds/kind.ts'

/** Whether an area's centre takes filings of a kind: its edition has every transaction of it (notes 9), or its profile says so. */
const isTaken = (c: Context, { infnos, takenBy }: Kind, areaCode: string): boolean => {
  const { profile } = c.services.centre.of(areaCode)
  return takenBy?.(profile) ?? infnos.every((infno) => isDescribed(profile.edition, infno))
}

/** Refuses for an area without the interface; where an option says so, it may have been another when this was filed. */
export const refuseUntaken = ({ what, option }: Pick<Kind, 'what' | 'option'>): never => {
  const otherwise = option
    ? `；以前上报过、要查明或撤销的，请管理员先在「医保配置」的「${option}」里选回原来的接口`
    : ''
  return refuse('filing.edition', { what, otherwise })
}

/** Refuses before anything is asked or sent, so that nothing is unknown that never left. */
export const requireTaken = (c: Context, kind: Kind, areaCode: string): void => {
  if (!isTaken(c, kind, areaCode)) refuseUntaken(kind)
}

/** What the page of a kind says of the asker's area; without an area every store is asked when it files. */
export const standingOf = (c: Context, kind: Kind): { taken: boolean; note: string } => {
  c.scope.take()
  const { areaCode } = c.me
  if (!areaCode || isTaken(c, kind, areaCode)) return { taken: true, note: '' }
  const without = `本区划的医保中心没有${kind.what}接口（${kind.infnos.join('、')}）。`
  const otherwise = kind.option ? `中心已经开通的，请管理员在「医保配置」的「${kind.option}」里选择。` : ''
  return { taken: false, note: `${without}请参保人到医保经办机构或其网上大厅办理，办好后刷卡即可使用。${otherwise}` }
}
