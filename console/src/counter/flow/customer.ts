import { specialKinds } from '@yibao/shared/entities/person.ts'
import type { MessageValues } from '../message.ts'
import type { Effect } from './effects.ts'
import type { Disease, Person, Recent } from './model.ts'
import { type Counter, kindUntilKnown, nobody, type Phase, type StaleBy } from './state.ts'
import { ended, isParking, later } from './step.ts'

/** ms after the end until the person disappears from the screen (ux 2.2 R2, 9.7). */
const privacyAfter = 60_000

/** med_type 门诊两病, in both editions. */
export const twoDiseasesKind = '9901'

/** Filed as 门诊两病 or for a special drug it is settled so, and not as a chronic one; a chronic one under any of them. */
export const serves = ({ kind }: Pick<Disease, 'kind'>, medicalType: string): boolean =>
  kind === 'twoDiseases' ? medicalType === twoDiseasesKind : kind !== 'special' || specialKinds.includes(medicalType)

/** The kind of purchase that nobody has chosen: the area's ordinary one, as far as that is known. */
export const ordinaryKind = ({ area }: Pick<Counter, 'area'>) => ({
  medicalType: area?.defaultMedicalType ?? kindUntilKnown,
  kindChosen: false,
})

/** A basket that left the counter before its F4 had an answer: by its key, so that the page that comes after sends it too. */
const keptAside = ({ aside, unheard }: Counter) =>
  unheard && !aside.some(({ key }) => key === unheard.key) ? [...aside, unheard] : aside

/**
 * The next customer: nothing of the last one stays but what still waits for an answer, and the masked recent names. A
 * prescription that was sent here is still to be sold, until a purchase has ended here.
 */
export const nextCustomer = (state: Counter): Counter => ({
  ...state,
  ...nobody,
  ...(ended(state) && { rxToSell: undefined }),
  ...(isParking(state) && { aside: keptAside(state) }),
  ...ordinaryKind(state),
  turn: state.turn + 1,
})

/** Who is no longer served stands under the caret by his masked name only (ux 1.1, 2.5). */
export const forgetName = ({ person }: Counter, now: Counter): Counter => {
  const shown = now.cleared ? undefined : now.person
  if (!person || shown?.name === person.name) return now
  const { name, maskedName } = person
  const masked = (values: MessageValues): MessageValues =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === name ? maskedName : value]))
  const log = now.log.map((one) => ({ ...one, values: masked(one.values) }))
  return { ...now, log }
}

/** Whether the counter holds anything a customer would miss. */
export const occupied = ({ person, lines, cleared }: Counter): boolean =>
  lines.length > 0 || (person !== undefined && !cleared)

/** Whether somebody stands at the counter, be it only to pay what has been settled. */
export const served = (state: Counter): boolean => occupied(state) && !(ended(state) && state.cleared)

/** In another phase from now on; `since` counts the seconds that are shown. */
export const enter = (state: Counter, phase: Phase, at: number): Counter => ({ ...state, phase, since: at })

/** The split can be booked no more, and why: what was asked about it has nothing to be answered. */
export const outOfDate = (state: Counter, staleBy: StaleBy): Counter => ({
  ...state,
  dialog: state.dialog?.kind === 'audit' ? undefined : state.dialog,
  priced: state.priced && { ...state.priced, fresh: false },
  staleBy,
})

/**
 * The split no longer belongs to the basket; every change of it passes here (N1: only a fresh split can be booked).
 * `staleBy`: what was changed, its lines unless said.
 */
export const edited = (state: Counter, staleBy: StaleBy = 'pre.stale'): Counter => {
  const phase = state.phase === 'refused' ? 'open' : state.phase
  return outOfDate({ ...state, phase, edit: state.edit + 1, audit: undefined }, staleBy)
}

/** Takes the person off the screen a minute behind the end (ux 2.2), unless the next one is there by then. */
export const privacyTimer = ({ turn }: Counter): Effect => later(privacyAfter, { type: 'privacy', turn })

/** Puts an order at the front of 最近, three names at most. */
export const remember = (state: Counter, row: Recent): Counter => ({
  ...state,
  recent: [row, ...state.recent.filter(({ orderId }) => orderId !== row.orderId)].slice(0, 3),
})

/** Same person as far as the counter may know: it sees masked numbers only. */
export const samePerson = (a: Person, b: Person): boolean =>
  a.maskedName === b.maskedName && a.maskedCertNo === b.maskedCertNo

/** The insurance the purchase is made under. */
export const insuranceOf = ({ person, insutype }: Counter) =>
  person?.insurances.find((one) => one.insutype === insutype) ?? person?.insurances[0]

/** What the chosen kind of purchase is called, and the ordinary one that needs no disease, by the words of the list. */
export const kindNames = ({ area, medicalType }: Counter) => {
  const nameOf = (code: string | undefined) => area?.medicalTypes.find(({ value }) => value === code)?.name
  return { kind: nameOf(medicalType) ?? '慢特病', ordinary: nameOf(area?.defaultMedicalType) ?? '普通购药' }
}

/** The chosen kind of purchase needs a registered disease. */
export const needsDisease = ({ area, medicalType }: Counter): boolean =>
  area?.chronicMedicalTypes.includes(medicalType) ?? false
