import { table } from '../data.ts'
import type { Person } from '../seed/persons.ts'
import type { Store } from '../store/open.ts'
import { dateTime, day } from '../time.ts'
import { drugOf } from './drugs.ts'
import { issue } from './issue.ts'
import { issuedTo, keepIssued, type RxDrug } from './store.ts'

interface Template {
  key: string
  days: number
  /** It ends to the second so many times 24 hours after its issue, and not with a day. */
  hours?: true
  /** Days ago. */
  issued: number
  diagnosis: { code: string; name: string }
  drugs: (area: string) => RxDrug[]
  repeat?: { most: number; interval: number }
  usedBefore?: number
  revoked?: boolean
}

const cold = { code: 'J06.900', name: '急性上呼吸道感染' }
const pressure = { code: 'I10.x00', name: '高血压病' }
const diabetes = { code: 'E11.900', name: '2型糖尿病' }

/** Not in any shop's list. */
const foreign: RxDrug = {
  ...{ type: '11', code: 'XC09DXS219A001010102999', name: '沙库巴曲缬沙坦钠片', spec: '100mg*14片', form: '片剂' },
  ...{ maker: '北方示例制药有限公司', count: '2', unit: '盒', way: '口服', dose: '100', doseUnit: 'mg' },
  ...{ frequency: '每日两次', days: 14, otc: false },
}

// Demo persons by what they are there to show. 氨氯地平 is counted in tablets: the shop sells it by the box.
const templates: Record<string, Template[]> = {
  sixty: [
    { key: 'cold', days: 3, issued: 0, diagnosis: cold, drugs: (area) => [drugOf(area, '100001', '2')] },
    { key: 'over', days: 3, issued: 6, diagnosis: cold, drugs: (area) => [drugOf(area, '100001', '1')] },
  ],
  active: [
    {
      ...{ key: 'two', days: 3, hours: true, issued: 0, diagnosis: pressure },
      drugs: (area) => [drugOf(area, '100013', '56', '片'), foreign],
    },
  ],
  retiredChronic: [
    {
      ...{ key: 'long', days: 84, issued: 0, diagnosis: diabetes, repeat: { most: 3, interval: 25 } },
      drugs: (area) => [drugOf(area, '100004', '2'), drugOf(area, '100005', '1')],
    },
    {
      ...{ key: 'revoked', days: 3, issued: 0, diagnosis: pressure, revoked: true },
      drugs: (area) => [drugOf(area, '100013', '1')],
    },
  ],
  resident: [
    {
      ...{ key: 'used', days: 3, issued: 0, diagnosis: cold, usedBefore: 1 },
      drugs: (area) => [drugOf(area, '100001', '1')],
    },
  ],
}

const dayMs = 86_400_000
const known = new Set(table('catalogue.tsv').map(({ area, own_code }) => `${area} ${own_code}`))

/**
 * Gives a demo person the prescriptions he is there to show, as a hospital would have: once a day at most, and not while
 * an earlier one still stands.
 */
export const ensureDemo = (store: Store, person: Person, now: number): void => {
  const wanted = templates[person.state.key] ?? []
  if (!wanted.length || !known.has(`${person.area} 100001`)) return
  const recent = issuedTo(store, person.psnNo, dateTime(now - 90 * dayMs))
  for (const { key, days, hours, issued, diagnosis, drugs, repeat, usedBefore, revoked } of wanted) {
    const mine = recent.filter(({ template }) => template === key)
    const at = now - issued * dayMs
    const enough = mine.some((one) => one.valid_end >= dateTime(now) || one.issued_at.slice(0, 10) >= day(at))
    if (enough) continue
    const one = issue(store, {
      person,
      at,
      days,
      until: hours && dateTime(at + days * dayMs),
      diagnosis,
      drugs: drugs(person.area),
      repeat,
      usedBefore,
      template: key,
    })
    if (revoked) keepIssued(store, { ...one, revoked: true })
  }
}
