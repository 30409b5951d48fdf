import type { Values } from '../message/check.ts'
import { textOf } from '../message/value.ts'
import { personBy, persons } from '../seed/persons.ts'
import type { Running } from '../serve.ts'
import { dateTime, day, isDateTime, moment } from '../time.ts'
import { ensureDemo } from './demo.ts'
import { drugOf, isSold } from './drugs.ts'
import { issue } from './issue.ts'
import { standingOf } from './state.ts'
import { dispensedOf, type Issued, issuedBy, issuedTo, keepIssued, type RxDrug } from './store.ts'

type Parts = Pick<Running, 'store' | 'clock'>
type Reply = { status: number; body: unknown }

const shown = ({ store, clock }: Parts, one: Issued) => {
  const { data, ...head } = one
  const { state, used, uses, nextFrom, verdict } = standingOf(store, one, clock.now())
  const dispensings = store.all(
    'select setl_id, fixmedins_code, returned, data, back from rx_dispense where hi_rxno = ? order by rowid',
    one.hi_rxno,
  )
  return {
    ...head,
    ...{ hospital: data.hospital.name, rx_stas_codg: state, rx_used_stas_codg: used, uses, nextFrom },
    ...{ drugs: data.drugs, verdict: verdict ?? null, dispensed: dispensedOf(store, one.hi_rxno) },
    dispensings: dispensings.map(({ data, back, ...row }) => ({
      ...row,
      data: JSON.parse(String(data)),
      back: back ? JSON.parse(String(back)) : null,
    })),
  }
}

const personIn = (psn: string) => personBy('psnNo', psn) ?? persons.find(({ state }) => state.key === psn)

/** GET /simulator/prescriptions: a person's of the last 90 days with how each stands. */
export const listPrescriptions = (parts: Parts, psn: string): Reply => {
  const person = personIn(psn)
  if (!person) return { status: 404, body: { error: '没有这个人' } }
  const now = parts.clock.now()
  ensureDemo(parts.store, person, now)
  const rows = issuedTo(parts.store, person.psnNo, dateTime(now - 90 * 86_400_000))
  return { status: 200, body: { prescriptions: rows.map((one) => shown(parts, one)) } }
}

const change = (parts: Parts, one: Issued, given: Values): Reply => {
  const ended = `${day(parts.clock.now() - 86_400_000)} 23:59:59`
  const moves: Record<string, Partial<Issued>> = { revoke: { revoked: true }, expire: { valid_end: ended } }
  const move = moves[textOf(given.move)]
  if (!move) return { status: 400, body: { error: '动作是 revoke（撤销）或 expire（过期）' } }
  const changed = { ...one, ...move }
  keepIssued(parts.store, changed)
  return { status: 200, body: shown(parts, changed) }
}

const drugIn = (area: string, given: Values): RxDrug | undefined => {
  const own = textOf(given.code)
  const count = textOf(given.cnt) || '1'
  if (own) return isSold(area, own) ? drugOf(area, own, count, textOf(given.unit) || undefined) : undefined
  const name = textOf(given.name)
  if (!name) return undefined
  const like = drugOf(area, '100001', count, textOf(given.unit) || '盒')
  return { ...like, name, spec: textOf(given.spec), code: textOf(given.med_list_codg) || 'X0000000000000000000000' }
}

/** POST /simulator/prescriptions: a hospital issues one (psn, drugs), or changes one (hi_rxno, move). */
export const changePrescription = (parts: Parts, given: Values): Reply => {
  const number = textOf(given.hi_rxno)
  if (number) {
    const one = issuedBy(parts.store, number)
    return one ? change(parts, one, given) : { status: 404, body: { error: '没有这张处方' } }
  }
  const person = personIn(textOf(given.psn))
  if (!person) return { status: 404, body: { error: '没有这个人' } }
  const rows = Array.isArray(given.drugs) ? (given.drugs as Values[]) : [{ code: '100001', cnt: '2' }]
  const drugs = rows.flatMap((row) => drugIn(person.area, row) ?? [])
  if (drugs.length < rows.length || !drugs.length) return { status: 400, body: { error: 'drugs 有不认识的药品' } }
  const days = Number(textOf(given.days) || '3')
  const at = textOf(given.at) ? moment(textOf(given.at)) : parts.clock.now()
  const until = textOf(given.until)
  const most = Number(textOf(given.repeat) || '1')
  const interval = Number(textOf(given.interval) || '0')
  if (
    ![days, most].every((one) => Number.isInteger(one) && one > 0) ||
    Number.isNaN(at) ||
    !(interval >= 0) ||
    (until && !isDateTime(until))
  )
    return { status: 400, body: { error: 'days、repeat、interval 应为整数，at、until 应为时间' } }
  const diagnosis = { code: 'J06.900', name: '急性上呼吸道感染' }
  const repeat = { most, interval }
  const one = issue(parts.store, { person, at, days, until, diagnosis, drugs, repeat, pushTo: textOf(given.push) })
  return { status: 200, body: shown(parts, one) }
}
