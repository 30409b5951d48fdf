import { formatPrice } from '@yibao/shared/money.ts'
import { holds } from '../find.ts'
import { prescriptionDrug } from '../prescription-drug.ts'
import { alike, featuresOf, similarityOf, specAlike } from '../similarity.ts'
import type { Candidate, DiffType } from '../tables.ts'
import type { Fact } from './facts.ts'

/** A suggestion at least this much alike may be taken without looking for another. Percent. */
const sure = 70

/** Names and specifications at least this much alike are the same thing, written by two people. */
const sameName = 0.6
const sameSpec = 0.75

/** One difference of an item. */
export interface Difference {
  type: DiffType
  nationalCode: string
  candidates: Candidate[]
  entry: Fact['entry']
  similarity: number
  note: string
}

/** Whether an item has no entry that holds, so that it looks for one. */
export const seeks = ({ item, entry }: Fact, today: string): boolean => !item.nationalCode || !holds(entry, today)

// Prices are decimal texts of up to six places: compared as whole millionths.
const millionths = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(6, '0').slice(0, 6))
}

const unmappedOf = (candidates: Candidate[]): Difference => {
  const similarity = candidates[0]?.similarity ?? 0
  const none = { nationalCode: '', candidates, entry: undefined, similarity }
  if (similarity >= sure) return { ...none, type: 'mappable', note: '目录中有相近的国家码，核对后可以采纳' }
  const note = candidates.length ? '没有足够相近的国家码，请手工选择' : '目录中没有相近的国家码'
  return { ...none, type: 'unmapped', note }
}

const whyInvalid = ({ entry, item }: Fact, today: string): string => {
  if (!entry) return `目录中没有国家码 ${item.nationalCode}`
  if (!entry.valid) return '国家码已被中心停用'
  return entry.beginDay > today ? `国家码从 ${entry.beginDay} 起才有效` : `国家码已于 ${entry.endDay} 到期`
}

/**
 * The code that a difference suggests and that may be taken as it is; undefined where a person has to choose, or where
 * there is nothing to be chosen because the item has its code.
 */
export const suggestionOf = ({
  type,
  nationalCode,
  candidates: [best],
}: Pick<Difference, 'type' | 'nationalCode' | 'candidates'>): string | undefined => {
  const like = type === 'invalid' && best && best.similarity >= sure && best.code !== nationalCode
  return type === 'mappable' || like ? best?.code : undefined
}

const differencesOf = (fact: Fact, candidates: Candidate[], today: string): Difference[] => {
  const { item, mapping, entry, cap } = fact
  const { nationalCode } = item
  if (!nationalCode) return [unmappedOf(candidates)]
  if (!entry || !holds(entry, today))
    return [
      {
        type: 'invalid',
        nationalCode,
        candidates,
        entry,
        similarity: candidates[0]?.similarity ?? 0,
        note: whyInvalid(fact, today),
      },
    ]
  const [own, theirs] = [featuresOf(item), featuresOf(entry)]
  const similarity = similarityOf(own, theirs)
  const { code, name, producer } = entry
  const itself: Candidate = { code, name, spec: entry.pack || entry.spec, producer, similarity }
  const common = { nationalCode, candidates: [itself], entry, similarity }
  const found: Difference[] = []
  if (prescriptionDrug(entry.otc) && !item.prescription)
    found.push({ ...common, type: 'rxUnmarked', note: '目录中是处方药，商品没有标为处方药：结算时不会要求处方' })
  if (mapping?.nationalCode !== nationalCode || mapping.state !== 'sent')
    return [{ ...common, type: 'mappable', note: '本区划已对照，本店还没有上报医保中心' }, ...found]
  const wrong = [
    alike(own.name, theirs.name) < sameName ? '名称' : '',
    specAlike(own, theirs) < sameSpec ? '规格' : '',
  ].filter(Boolean)
  if (wrong.length) found.push({ ...common, type: 'differs', note: `${wrong.join('和')}与目录不符` })
  if (cap !== undefined && millionths(item.price) > millionths(cap))
    found.push({ ...common, type: 'overCap', note: `零售价 ${formatPrice(item.price)} 超过限价 ${formatPrice(cap)}` })
  return found
}

/**
 * What differs between an item and the catalogue (domain.md 8.5); nothing when all is as it should be. What the centre said
 * of a mapping that it did not take stands with the first of them: nobody could put it right without.
 */
export const judge = (fact: Fact, candidates: Candidate[], today: string): Difference[] => {
  const [first, ...rest] = differencesOf(fact, candidates, today)
  if (!first) return []
  const { nationalCode = '', state, message } = fact.mapping ?? {}
  if (state !== 'refused' || !message) return [first, ...rest]
  return [{ ...first, note: `${first.note}；上报国家码 ${nationalCode} 被拒绝：${message}` }, ...rest]
}
