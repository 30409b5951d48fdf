import type { institution, organ } from '@yibao/shared/calls/organ.ts'
import { organRow } from '@yibao/shared/entities/organ.ts'
import { metaAt, type RowOf } from '../../../kit/index.ts'

/** What both a store and 1201 say of an institution (domain.md 2.2). */
const both = ['fixmedinsName', 'uscc', 'hospLevel'] as const
type Key = (typeof both)[number]
type Own = Pick<RowOf<typeof organ.pullOrgans>, Key>
type Told = Pick<RowOf<typeof institution.getMedicalInfos>, Key>

const titled = (text: string, keys: readonly Key[]): string =>
  keys.length ? `${text}：${keys.map((key) => metaAt(organRow.shape, key).title).join('、')}` : ''

/**
 * A store beside what the centre tells of it; what the centre leaves empty is not compared. `differing` are the fields to
 * take over, `agreeing` whether any of them is alike, `said` for people which are and which the centre does not tell.
 */
export const compared = (own: Own, told: Told) => {
  const known = both.filter((key) => told[key])
  const differing = known.filter((key) => told[key] !== own[key])
  const alike = known.filter((key) => told[key] === own[key])
  const untold = both.filter((key) => !told[key])
  const said = [titled('与医保中心登记一致', alike), titled('医保中心没有登记，未核对', untold)]
    .filter(Boolean)
    .join('。')
  return { differing, agreeing: alike.length > 0, said }
}
