import { hospitals } from '../seed/institutions.ts'
import type { Person } from '../seed/persons.ts'
import type { Store } from '../store/open.ts'
import { dateTime, day } from '../time.ts'
import { type Issued, keepIssued, type RxData } from './store.ts'

interface Wanted {
  person: Person
  /** Epoch ms. */
  at: number
  /** Calendar days it is valid, the day of issue included. */
  days: number
  /** yyyy-MM-dd HH:mm:ss, the last moment of the last day unless the hospital names another one. */
  until?: string | undefined
  diagnosis: RxData['diagnosis']
  drugs: RxData['drugs']
  repeat?: RxData['repeat'] | undefined
  usedBefore?: number | undefined
  pushTo?: string
  template?: string
}

const dayMs = 86_400_000

/** A hospital issues a prescription to a demo person. */
export const issue = (store: Store, wanted: Wanted): Issued => {
  const { person, at, days, diagnosis, drugs, repeat, usedBefore = 0, pushTo = '', template = '' } = wanted
  const until = wanted.until || `${day(at + (days - 1) * dayMs)} 23:59:59`
  const { code, name } = hospitals.find(({ area }) => area === person.area) ?? hospitals[0]!
  const serial = String(store.next('rx')).padStart(7, '0')
  const one: Issued = {
    hi_rxno: `${person.area}RX${day(at).replaceAll('-', '').slice(2)}${serial}`,
    ...{ psn_no: person.psnNo, issued_at: dateTime(at), push_to: pushTo, revoked: false, template },
    valid_end: until,
    data: {
      ...{ hospital: { code, name }, department: '内科', doctor: '陈䶮𠮷', type: '1', attribute: '02' },
      ...{ diagnosis, days, repeat: repeat ?? { most: 1, interval: 0 }, usedBefore, drugs },
    },
  }
  keepIssued(store, one)
  return one
}
