import type { Fen } from '@yibao/shared/money.ts'
import type { auditRule } from '../tables.ts'
import type { FactLine, Facts } from './facts.ts'

export type Rule = typeof auditRule.$inferSelect

/** What a kind of rule finds at a line: a hit with what is at stake, or why it cannot tell. */
export type Found = { hit: string; amount?: Fen } | { unclear: string } | undefined

/** One kind of rule as data: what it looks for and what it must be told to look for it. */
export interface Kind {
  find: (rule: Rule, line: FactLine, facts: Facts) => Found
  /** The condition as a sentence, for lists. */
  say: (rule: Rule) => string
  /** What else keeps it from working, by field, beyond what `ruleNeeds` asks of every rule of the kind. */
  lacks?: (rule: Pick<Rule, keyof Rule>) => { field: string; text: string } | undefined
}

/** Whether a list of codes or their beginnings names a code; an empty list names none. */
export const names = (codes: readonly string[], code: string): boolean =>
  code !== '' && codes.some((one) => code.startsWith(one))
