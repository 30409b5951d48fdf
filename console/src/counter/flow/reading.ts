import { specialKinds } from '@yibao/shared/entities/person.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import type { MessageValues } from '../message.ts'
import type { MessageKey } from '../messages.ts'
import { byCentre, centreBrief, knownMessage, lineCut, wordsOf } from '../refusals.ts'
import {
  edited,
  insuranceOf,
  needsDisease,
  nextCustomer,
  ordinaryKind,
  samePerson,
  twoDiseasesKind,
} from './customer.ts'
import { dropBoth } from './drop-behind.ts'
import type { Medium, Person } from './model.ts'
import { askCoverage } from './rx/coverage.ts'
import type { Counter } from './state.ts'
import {
  bandOf,
  detailOf,
  ended,
  type HandlersOf,
  locked,
  mention,
  readsNext,
  refuse,
  type Step,
  say,
  step,
  whyBusy,
} from './step.ts'

/** What the person may draw on for this kind of purchase, and once a disease is chosen, what for it and on which drugs. */
export const askBenefits = (state: Counter): Step => {
  const { person, insutype, medicalType, disease } = state
  if (!person || !insutype) return step(state)
  const chosen = disease && { diseaseCode: disease.code, diseaseName: disease.name }
  const ask = { do: 'askBenefits', readId: person.readId, insutype, medicalType, ...chosen } as const
  return step(state, ask, ...askCoverage(state))
}

/** What is left of his diseases: asked once of a list, where it is looked at or needed. */
export const askBalances = (state: Counter): Step => {
  const { person, diseases, balancesAsked } = state
  if (!person || !diseases?.length || balancesAsked) return step(state)
  return step({ ...state, balancesAsked: true }, { do: 'askBalances', readId: person.readId })
}

/** Everything the counter asks about a person once he is known: benefits, diseases, purchases (ux 1.2). */
export const askAbout = (state: Counter): Step => {
  const { person, insutype } = state
  if (!person || !insutype) return step(state)
  const { readId } = person
  return step(state, ...askBenefits(state).effects, { do: 'askDiseases', readId }, { do: 'askBought', readId })
}

const greeting = (state: Counter, at: number): Counter => {
  const { person } = state
  const insurance = insuranceOf(state)
  if (!person || !insurance) return state
  if (person.outFlag !== '0') return say(state, at, 'person.outArea', { area: person.insuredAreaName })
  if (person.insurances.length > 1) return say(state, at, 'person.manyInsu', { n: person.insurances.length })
  return say(state, at, 'read.done', {
    name: person.name,
    insurance: insurance.insutypeName,
    balance: formatAmount(insurance.balance),
    next: state.lines.length > 0 ? '按 F8 预结算' : '请扫描药品',
  })
}

const holds = ({ insurances }: Person, insutype: string | undefined) =>
  insurances.some((one) => one.insutype === insutype)

/**
 * What of the purchase is not the one's who takes another's place: a prescription that the store keeps is one person's (over
 * goods a typed one is the clerk's own word, who was asked whose they are), and so is the kind of purchase. Of two settlements the first was the other's.
 */
const anew = ({ prescription, area, second, lines }: Counter): Partial<Counter> => ({
  accountUsed: true,
  ...ordinaryKind({ area }),
  second: undefined,
  ...(second?.at === 'first' ? { orderId: undefined } : {}),
  ...(prescription?.id || !lines.length ? { prescription: undefined } : {}),
})

/** Whether it is whose basket this is, as far as the counter may know; undefined where it is nobody's yet. */
export const owns = ({ person: before, expects, whose }: Counter, person: Person): boolean | undefined => {
  if (!before && expects === undefined) return undefined
  const mark = before?.mark ?? whose
  if (mark && person.mark) return mark === person.mark
  return before ? samePerson(before, person) : expects === person.maskedName
}

/** Whose it is and who was read instead, by names that may be the same. */
const differing = (name: string, { maskedName }: Person): MessageValues => ({
  name,
  other: maskedName === name ? `另一位 ${maskedName}` : maskedName,
})

/** This person's purchase from now on: a split made before becomes stale, and what was chosen for somebody else goes. */
export const adopt = (state: Counter, person: Person, at: number): Step => {
  const his = owns(state, person)
  // Kept lines stay under the insurance and disease they were bought with.
  const same = state.part !== undefined || his
  const known: Counter = {
    ...state,
    ...(his === false ? anew(state) : {}),
    person,
    cleared: false,
    other: undefined,
    expects: undefined,
    whose: person.mark,
    insutype: same && holds(person, state.insutype) ? state.insutype : person.insutype,
    benefits: undefined,
    diseases: undefined,
    diseasesUnread: false,
    balancesAsked: false,
    bought: undefined,
    disease: same ? state.disease : undefined,
    // Not over what the clerk has opened since, nor in the middle of a return.
    dialog: state.dialog ?? (state.rxToSell && !state.part ? { kind: 'prescription' } : undefined),
  }
  const next = edited(known, 'pre.chosen')
  const asked = askAbout(greeting(next, at))
  const gone = his === false ? dropBoth(state) : []
  return { ...asked, effects: [...gone, ...asked.effects, { do: 'sound', tone: 'read' }] }
}

/** What stays on the line when its customer is back, or says what to do where he is not. */
const namesNext: readonly MessageKey[] = ['draft.back', 'second.own', 'second.ownCheck', 'second.behind']

/** M16: whose purchase it is, where somebody else was read in the middle of it. */
export const askWhose = (state: Counter, at: number): Counter => {
  const { person, other } = state
  if (!person || !other) return state
  return say(state, at, 'person.other', { name: person.maskedName, other: other.person.maskedName })
}

/** What a reader that found nothing asks for, where it is no card with a chip. */
const noneOf: Partial<Record<Medium, MessageKey>> = {
  eVoucher: 'code.none',
  socialECard: 'code.none',
  idCard: 'card.noneId',
}

/** Whose purchase it still is when a credential is read in vain: F9 would book it on them. */
const stays = ({ person, cleared }: Counter): MessageValues => (person && !cleared ? { stays: person.name } : {})

export const reading: HandlersOf<
  | 'read'
  | 'cancelRead'
  | 'scanIdCard'
  | 'typedCode'
  | 'mistypedId'
  | 'tornCode'
  | 'personRead'
  | 'readFailed'
  | 'personKept'
> = {
  read(state, { medium = state.medium, code }, at) {
    const why = whyBusy(state)
    if (why) return refuse(state, at, why)
    const base = ended(state) ? nextCustomer(state) : state
    const seq = base.readSeq + 1
    const next = {
      ...base,
      dialog: undefined,
      // A scan says who it is, not what the key reads: F2 goes on meaning the marked medium (ux 2.3).
      medium: code === undefined ? medium : base.medium,
      readSeq: seq,
      reading: { medium, since: at, seq, scanned: code !== undefined },
    }
    return step(say(next, at, 'read.wait'), { do: 'read', seq, medium, code })
  },

  cancelRead(state, _event, at) {
    if (!state.reading) return step(state)
    const next = { ...state, reading: undefined, readSeq: state.readSeq + 1 }
    return step(say(next, at, 'read.cancelled'))
  },

  scanIdCard(state, { code }, at) {
    const why = whyBusy(state)
    if (why) return refuse(state, at, why)
    if (!state.area?.typedIdCard) return refuse(state, at, 'read.typedIdNo')
    return step({ ...state, dialog: { kind: 'typedId', code } })
  },

  typedCode: (state, _event, at) => refuse(state, at, 'item.typedCode'),

  mistypedId: (state, _event, at) => refuse(state, at, 'read.typedIdWrong'),

  tornCode: (state, _event, at) => refuse(state, at, 'read.torn'),

  personRead(state, { seq, person }, at) {
    if (seq !== state.readSeq || !state.reading) return step(state)
    const idle = { ...state, reading: undefined, readFailures: 0 }
    // Behind F4 he is the next one, whoever it is: the counter is his as soon as the basket is aside (`parkDone`).
    if (readsNext(state)) return step({ ...idle, other: { person, reason: 'other' } })
    if (state.expects !== undefined && !owns(state, person)) {
      const values = differing(state.expects, person)
      if (state.part) return step(say(idle, at, 'part.differs', values))
      return step(say({ ...idle, other: { person, reason: 'parked' } }, at, 'read.differs', values))
    }
    // Another customer's code never takes over a basket by itself (ux 1.10).
    if (state.person && state.lines.length > 0 && !owns(state, person)) {
      // What is kept of a return is settled for nobody else.
      if (state.part) return step(say(idle, at, 'part.differs', differing(state.person.maskedName, person)))
      return step(askWhose({ ...idle, other: { person, reason: 'other' } }, at))
    }
    return adopt(idle, person, at)
  },

  readFailed(state, { seq, refusal }, at) {
    if (seq !== state.readSeq || !state.reading) return step(state)
    const failures = state.readFailures + 1
    const idle = { ...state, reading: undefined, readFailures: failures }
    // Through an agent that is away nothing reaches the server either: that says more.
    const cut = lineCut(refusal) || (!state.link.online && refusal.code?.startsWith('agent.'))
    const known = cut ? { key: 'net.cut' as const, values: {} } : knownMessage(refusal)
    const mute = known?.key === 'card.mute'
    // A contact that was only bad for a moment answers the second time; after that it is the clerk's turn (ux 1.5).
    if (mute && failures === 1) {
      const { medium } = state.reading
      const next = { ...idle, readSeq: seq + 1, reading: { ...state.reading, since: at, seq: seq + 1 } }
      return step(say(next, at, 'read.auto'), { do: 'read', seq: seq + 1, medium })
    }
    const none = known?.key === 'card.none' && noneOf[state.reading.medium]
    const said = none ? { key: none, values: {} } : known
    const message = mute && failures > 2 ? { key: 'read.twice' as const, values: { n: failures } } : said
    const detail = detailOf(refusal)
    const next = message
      ? say(idle, at, message.key, { ...message.values, ...stays(idle) }, detail)
      : byCentre(refusal)
        ? say(
            idle,
            at,
            'read.refused',
            { text: centreBrief(refusal), next: '换一种凭证，或在 ERP 按自费收款', ...stays(idle) },
            detail,
          )
        : say(idle, at, 'other.failed', { ...wordsOf(refusal, '重读：按 F2'), ...stays(idle) }, detail)
    return step(next, { do: 'sound', tone: 'refused' })
  },

  personKept(before, { turn, person: kept }, at) {
    // Asked for the basket that was restored: another one of a like name is not his.
    if (turn !== before.following?.turn) return step(before)
    const state = { ...before, following: undefined }
    if (state.person) return step(state)
    // Whose basket it was may have gone meanwhile, and what counts once has paid for the first of two.
    const spent = kept?.singleUse && (turn !== state.turn || state.second?.at === 'own')
    const person = kept && owns(state, kept) && !spent ? kept : undefined
    const { message, log, dialog } = state
    const told = [message, message?.aside].find((one) => one && namesNext.includes(one.key))
    if (!person) {
      if (!told) return step(state)
      const values = { ...told.values, next: '请重新读取凭证后按 F8' }
      return step((told === message ? say : mention)(state, at, told.key, values))
    }
    const adopted = adopt(state, person, at)
    // A band, of money under way or of a reversal whose end is not known, says more than that he is back, and over the
    // first nothing is opened. What was restored stays on the line too: it names the goods and the next step (N6).
    if (!locked(state) && !told && !bandOf(state)) return adopted
    return { ...adopted, state: { ...adopted.state, message, log, ...(locked(state) && { dialog }) } }
  },
}

/** What a purchase of this kind is told that finds nothing to choose: that there is none, or that nobody knows it yet. */
export const noneOfKind = ({ medicalType, twoUnknown }: Counter): 'disease.none' | 'disease.unknown' =>
  twoUnknown && (medicalType === twoDiseasesKind || specialKinds.includes(medicalType))
    ? 'disease.unknown'
    : 'disease.none'

/** The same where it finds nothing, else undefined. */
export const noDisease = (state: Counter): ReturnType<typeof noneOfKind> | undefined =>
  needsDisease(state) && !state.disease && state.diseases?.length === 0 ? noneOfKind(state) : undefined

/** Why a chronic purchase cannot be priced yet; undefined when nothing is missing. */
export const diseaseGap = (state: Counter): 'disease.missing' | ReturnType<typeof noDisease> =>
  needsDisease(state) && !state.disease ? (noDisease(state) ?? 'disease.missing') : undefined
