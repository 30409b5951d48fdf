import { specialKinds } from '@yibao/shared/entities/person.ts'
import { formatAmount, trimZeros } from '@yibao/shared/money.ts'
import { daysBetween, formatDay, formatTime } from '@yibao/shared/time.ts'
import { dueText } from '../../filing/look.ts'
import type { MessageValues } from '../message.ts'
import type { MessageKey } from '../messages.ts'
import { accountFrozen } from './basket-input.ts'
import { edited, insuranceOf, kindNames, needsDisease, nextCustomer, serves } from './customer.ts'
import type { Area, Bought, Disease, Kinds, Line } from './model.ts'
import { askAbout, askBalances, askBenefits, noDisease } from './reading.ts'
import { askCoverage } from './rx/coverage.ts'
import type { Counter } from './state.ts'
import {
  bandOf,
  chain,
  editable,
  ended,
  type HandlersOf,
  locked,
  refuse,
  type Step,
  say,
  step,
  under,
  whyNotChoose,
} from './step.ts'

/** Still registered today. */
const valid = (disease: Disease, at: number) => !disease.end || disease.end >= formatTime(new Date(at)).slice(0, 10)

/** Filed, and only for other kinds of purchase than this one. */
const misfits = ({ disease, diseases = [], medicalType }: Counter): boolean => {
  const filed = diseases.filter(({ code }) => code === disease?.code)
  return filed.length > 0 && !filed.some((one) => serves(one, medicalType))
}

/** With a disease goes that its filing ends soon (ux 1.2): whoever does not hear it today stands here without it. */
const saysEnd = (state: Counter, at: number, { endsIn }: Disease): Counter => {
  const when = dueText(endsIn).replace(/^\d/, ' $&')
  return when ? say(state, at, 'disease.ending', { when }) : state
}

/** The only valid disease is chosen by itself (ux 1.2), once the purchase is a chronic one. */
const chooseOnly = (state: Counter, at: number): Counter => {
  if (!needsDisease(state)) return state.disease ? edited({ ...state, disease: undefined }, 'pre.chosen') : state
  // Who has a special drug may not be known (5391): a chronic disease is taken for its one by a person only.
  const special = specialKinds.includes(state.medicalType)
  const open = (state.diseases ?? []).filter(
    (one) => valid(one, at) && (special ? one.kind === 'special' : serves(one, state.medicalType)),
  )
  // One that is filed both as a chronic disease and as 门诊两病 is one code on the message.
  const only = new Set(open.map(({ code }) => code)).size === 1 ? open[0] : undefined
  if (state.disease || !only) return state
  const next = edited({ ...state, disease: { code: only.code, name: only.name, automatic: true } }, 'pre.chosen')
  return behindSplit(next, saysEnd(next, at, only))
}

/** Who took a basket back was compared by his name: a disease that he is not registered for was another's. */
const withHis = (state: Counter): Counter => {
  const { disease, diseases = [], part } = state
  if (!disease || part || !editable(state) || diseases.some(({ code }) => code === disease.code)) return state
  return edited({ ...state, disease: undefined }, 'pre.chosen')
}

/** Days since a purchase, as a person says it. */
const since = (bought: Bought, at: number): string => {
  const days = daysBetween(bought.at.slice(0, 10), formatDay(new Date(at)))
  return days <= 0 ? '今天' : `${days} 天前`
}

/** The first line that the person bought lately (M19): it warns and never blocks. */
export const repeatOf = ({ bought = [] }: Pick<Counter, 'bought'>, line: Line, at: number) => {
  const before = bought.find(({ ownCode }) => ownCode === line.item.ownCode)
  const { name, unit } = line.item
  return before && { item: name, when: since(before, at), quantity: `${trimZeros(before.quantity)} ${unit}`.trim() }
}

/** Says what of the basket, or of some lines of it, the person bought lately. */
export const warnRepeat = (state: Counter, at: number, lines = state.lines): Counter => {
  const repeat = lines.map((line) => repeatOf(state, line, at)).find(Boolean)
  return repeat ? say(state, at, 'item.repeat', repeat) : state
}

/** What is known of the person alone: without a disease of this kind of purchase it invites to an F8 that cannot be. */
const ofPerson = new Set<MessageKey | undefined>([undefined, 'read.done', 'person.limited', 'person.limitedEmpty'])

/**
 * Asked for with the person, answered behind the split, or behind the first of two settlements: what is to be paid stays,
 * as when it is answered before.
 */
const behindSplit = (next: Counter, said: Counter): Counter => {
  const paid = locked(next) || ended(next) || next.phase === 'presettling' || next.priced?.fresh
  return paid || bandOf(next) ? under(next, said) : said
}

/** A reason of the centre without the words that the message puts around it. */
const bare = (reason: string) => reason.replace(/^参保状态[：:]/, '').replace(/[，,]不享受统筹待遇$/, '')

const named = (area: Area, kinds: Kinds = []): Area => ({
  ...area,
  medicalTypes: area.medicalTypes.map((one) => kinds.find(({ value }) => value === one.value) ?? one),
})

/** Of this kind from now on: a split that was made under another one is stale, and what depends on it is asked anew. */
const underKind = (state: Counter, medicalType: string, kindChosen: boolean, at: number): Step => {
  if (state.medicalType === medicalType) return step({ ...state, kindChosen })
  const next = edited({ ...state, medicalType, kindChosen, benefits: undefined }, 'pre.chosen')
  return chain(step(chooseOnly(misfits(next) ? { ...next, disease: undefined } : next, at)), askAbout)
}

export const benefits: HandlersOf<
  | 'areaKnown'
  | 'kindsNamed'
  | 'optionsKnown'
  | 'diseasesKnown'
  | 'diseasesUnread'
  | 'balancesKnown'
  | 'benefitsKnown'
  | 'boughtKnown'
  | 'chooseInsurance'
  | 'chooseMedicalType'
  | 'chooseDisease'
  | 'chooseAccount'
  | 'setPrescription'
> = {
  areaKnown(state, { area }, at) {
    const next = { ...state, area: named(area, state.kinds) }
    // Who is read before the area is known buys under its ordinary kind like anybody else.
    if (state.kindChosen || locked(state) || ended(state)) return step(next)
    return underKind(next, area.defaultMedicalType, false, at)
  },

  // They may be known before the area is, whose own names are of when it was asked for.
  // Other names than before are news of the codes: one of them may be stopped, or open again.
  kindsNamed: (state, { kinds }) =>
    step(
      { ...state, kinds, area: state.area && named(state.area, kinds) },
      ...(state.kinds && state.area ? [{ do: 'readArea' } as const] : []),
    ),

  optionsKnown: (state, { options }) => step({ ...state, options }),

  diseasesKnown(state, { readId, diseases, twoUnknown = false }, at) {
    if (state.person?.readId !== readId) return step(state)
    const told = { ...state, diseases, diseasesUnread: false, twoUnknown, balancesAsked: false }
    const next = chooseOnly(withHis(told), at)
    const none = noDisease(next)
    if (none && ofPerson.has(next.message?.key)) return step(say(next, at, none, kindNames(next)))
    const asked = needsDisease(next) ? askBalances(next) : step(next)
    return { ...asked, effects: [...asked.effects, ...(next.disease === state.disease ? [] : askCoverage(next))] }
  },

  /** What only the balance says joins the rows that are shown; which rows there are the list says. Without an answer it is asked again. */
  balancesKnown(state, { readId, diseases: known }) {
    if (state.person?.readId !== readId) return step(state)
    if (!known) return step({ ...state, balancesAsked: false })
    const same = (a: Disease) => (b: Disease) => a.code === b.code && a.kind === b.kind
    const diseases = state.diseases?.map((one) => ({ ...one, ...known.find(same(one)) }))
    return step({ ...state, diseases })
  },

  // What an earlier answer told stands.
  diseasesUnread: (state, { readId }) =>
    step(state.person?.readId === readId && !state.diseases ? { ...state, diseasesUnread: true } : state),

  benefitsKnown(state, { readId, benefits: known }, at) {
    if (state.person?.readId !== readId) return step(state)
    const next = { ...state, benefits: known }
    if (known.enjoyed) return step(next)
    const told = (key: MessageKey, values: MessageValues) => step(behindSplit(next, say(next, at, key, values)))
    // Refused benefits never stop an account purchase (N8).
    const reason = known.reasons.map(bare).join('，') || '待遇未开通'
    if (accountFrozen(next)) return step(next)
    if (!known.accountUsable) return told(known.fundsOpen ? 'person.frozen' : 'person.closed', { reason })
    // F8 would only say this.
    const none = noDisease(next)
    if (none) return told(none, kindNames(next))
    const balance = formatAmount(insuranceOf(state)?.balance)
    // An empty account is no comfort; a family's may still pay, which only the split says.
    if (balance === '0.00') return told('person.limitedEmpty', { reason })
    return told('person.limited', { reason, balance })
  },

  boughtKnown(state, { readId, bought }, at) {
    if (state.person?.readId !== readId) return step(state)
    const next = { ...state, bought }
    return step(behindSplit(next, warnRepeat(next, at)))
  },

  chooseInsurance(state, { insutype }, at) {
    const why = whyNotChoose(state)
    if (why) return refuse(state, at, why)
    if (!state.person || state.insutype === insutype) return step(state)
    return chain(step(edited({ ...state, insutype, benefits: undefined }, 'pre.chosen')), askAbout)
  },

  chooseMedicalType(before, { medicalType }, at) {
    // After the end of a purchase it is the next customer's.
    const state = ended(before) ? nextCustomer(before) : before
    const why = whyNotChoose(state)
    if (why) return refuse(state, at, why)
    return underKind(state, medicalType, true, at)
  },

  chooseDisease(state, { disease }, at) {
    const why = whyNotChoose(state)
    if (why) return refuse(state, at, why)
    // Choosing a disease in an ordinary purchase makes it a chronic one: one decision, not two.
    const types = state.area?.chronicMedicalTypes ?? []
    const asChosen = needsDisease(state) ? state.medicalType : (types[0] ?? state.medicalType)
    const fitting = types.find((type) => serves(disease, type)) ?? asChosen
    const medicalType = disease.kind === 'chronic' || serves(disease, asChosen) ? asChosen : fitting
    const chosen = { code: disease.code, name: disease.name, automatic: false }
    const next = edited(
      { ...state, medicalType, kindChosen: true, disease: chosen, dialog: undefined, benefits: undefined },
      'pre.chosen',
    )
    return chain(step(saysEnd(next, at, disease)), askBenefits)
  },

  chooseAccount(before, { used }, at) {
    const state = ended(before) ? nextCustomer(before) : before
    const why = whyNotChoose(state)
    if (why) return refuse(state, at, why)
    return step(state.accountUsed === used ? state : edited({ ...state, accountUsed: used }, 'pre.chosen'))
  },

  setPrescription(state, { prescription }, at) {
    const why = whyNotChoose(state)
    if (why) return refuse(state, at, why)
    return step(edited({ ...state, prescription, dialog: undefined }, 'pre.chosen'))
  },
}
