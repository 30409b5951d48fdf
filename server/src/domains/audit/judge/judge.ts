import type { RuleKind } from '@yibao/shared/entities/audit.ts'
import type { Fen } from '@yibao/shared/money.ts'
import { ageOn, type FactLine, type Facts } from './facts.ts'
import { coverage, coverageOf } from './kinds/coverage.ts'
import { conflict, indication, noRx, overPrice, swap } from './kinds/others.ts'
import { person } from './kinds/person.ts'
import { quantity } from './kinds/quantity.ts'
import { repeat } from './kinds/repeat.ts'
import { type Kind, names, type Rule } from './rule.ts'

/** Every kind of rule (domain.md 8.15). */
export const kinds: Readonly<Record<RuleKind, Kind>> = {
  ...{ repeat, quantity, indication, coverage, person, noRx, overPrice, conflict, swap },
}

const among = (list: readonly string[], value: string) => list.length === 0 || list.includes(value)

/** Sex and age are what 限性别年龄 looks for; of every other kind they say whom it is about. */
const isAbout = (rule: Rule, facts: Facts): boolean => {
  // What a disease covers is the same for everybody: the counter parts a basket by it and knows no more than the disease.
  if (rule.kind === 'person' || rule.kind === 'coverage') return true
  if (rule.gender && facts.gender !== rule.gender) return false
  if (rule.ageFrom === null && rule.ageTo === null) return true
  const age = ageOn(facts)
  return age !== undefined && age >= (rule.ageFrom ?? 0) && age <= (rule.ageTo ?? 999)
}

/** Whether a rule is about purchases of this kind, under this insurance. */
export const isForPurchase = (
  rule: Rule,
  { medicalType, insutype }: Pick<Facts, 'medicalType' | 'insutype'>,
): boolean => among(rule.medicalTypes, medicalType) && among(rule.insutypes, insutype)

/** Whether a rule holds on a day, for this person and purchase. */
const inForce = (rule: Rule, facts: Facts): boolean =>
  rule.enabled &&
  (!rule.beginDay || rule.beginDay <= facts.today) &&
  (!rule.endDay || rule.endDay >= facts.today) &&
  isForPurchase(rule, facts) &&
  isAbout(rule, facts)

/** What a rule says of a line. */
export interface Judged {
  rule: Rule
  line: FactLine
  /** A hit says what happened, something unclear why it could not be judged. */
  outcome: 'hit' | 'unclear'
  what: string
  /** Fen; never below 0: a discount is not at stake. */
  amount: Fen
}

/** Every rule at every line it is about, in the order of the lines and of the rules' codes. */
export const judge = (rules: readonly Rule[], facts: Facts): Judged[] => {
  const holding = rules.filter((rule) => inForce(rule, facts)).toSorted((a, b) => a.code.localeCompare(b.code))
  const known = { ...facts, covered: coverageOf(holding, facts.disease) }
  return facts.lines.flatMap((line) =>
    holding.flatMap((rule): Judged[] => {
      // A list of what a disease covers is about what it does not name; every other kind is about its drugs.
      if (rule.kind !== 'coverage' && rule.drugs.length && !names(rule.drugs, line.nationalCode)) return []
      const found = kinds[rule.kind].find(rule, line, known)
      if (!found) return []
      if ('unclear' in found) return [{ rule, line, outcome: 'unclear', what: found.unclear, amount: 0 }]
      return [{ rule, line, outcome: 'hit', what: found.hit, amount: Math.max(0, found.amount ?? line.amount) }]
    }),
  )
}
