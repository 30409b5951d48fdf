import type { Context } from '../../call/context.ts'
import { isDescribed } from '../../centre/standard.ts'
import type { Kind } from './kinds/kind.ts'

/** Whether an area's centre takes filings of a kind: its edition has every transaction of it (notes 9). */
export const isTaken = (c: Context, { infnos }: Kind, areaCode: string): boolean => {
  const { edition } = c.services.centre.of(areaCode).profile
  return infnos.every((infno) => isDescribed(edition, infno))
}

/** What the page of a kind says of the asker's area; without an area every store is asked when it files. */
export const standingOf = (c: Context, kind: Kind): { taken: boolean; note: string } => {
  c.scope.take()
  const { areaCode } = c.me
  if (!areaCode || isTaken(c, kind, areaCode)) return { taken: true, note: '' }
  return {
    taken: false,
    note: `本区划的医保中心没有${kind.what}接口（${kind.infnos.join('、')}）。请参保人到医保经办机构或其网上大厅办理，办好后刷卡即可使用。`,
  }
}
