import { type auditRuleForm, ruleNeeds } from '@yibao/shared/entities/audit.ts'
import { refuse } from '../../../base/refuse.ts'
import { kinds } from '../judge/judge.ts'
import type { Rule } from '../judge/rule.ts'

/** A rule as a person writes it; what is absent is empty. */
export type Form = { [K in keyof typeof auditRuleForm]?: unknown } & Record<'name' | 'kind' | 'level', string>

export type Written = Omit<
  Rule,
  'id' | 'code' | 'areaCode' | 'companyId' | 'enabled' | 'hits' | 'version' | 'updatedBy' | 'updatedAt'
>

/** The codes of a text: spaces, commas and line breaks stand between them. */
const codesOf = (text: unknown): string[] => [
  ...new Set(
    String(text ?? '')
      .split(/[\s,，、;；|]+/)
      .filter(Boolean),
  ),
]

const text = (value: unknown) => String(value ?? '')
const whole = (value: unknown) => (value === undefined || value === null ? null : Number(value))

/** The columns of what was written. */
export const writtenOf = (form: Form): Written => ({
  name: text(form.name),
  kind: form.kind as Rule['kind'],
  level: form.level as Rule['level'],
  message: text(form.message),
  advice: text(form.advice),
  reasonRequired: form.reasonRequired === true,
  drugs: codesOf(form.drugs).map((code) => code.toUpperCase()),
  medicalTypes: codesOf(form.medicalTypes),
  insutypes: codesOf(form.insutypes),
  gender: text(form.gender) as Rule['gender'],
  ageFrom: whole(form.ageFrom),
  ageTo: whole(form.ageTo),
  days: whole(form.days),
  same: (text(form.same) || 'ingredient') as Rule['same'],
  daily: text(form.daily),
  dailyUnit: text(form.dailyUnit) as Rule['dailyUnit'],
  most: text(form.most),
  cumulative: form.cumulative === true,
  diseases: codesOf(form.diseases),
  against: codesOf(form.against).map((code) => code.toUpperCase()),
  priceCap: text(form.priceCap),
  similarity: whole(form.similarity),
  beginDay: text(form.beginDay),
  endDay: text(form.endDay),
})

const isEmpty = (value: Written[keyof Written]) =>
  value === null || value === '' || (Array.isArray(value) && !value.length)

const wrongCode = (list: readonly string[]) => list.find((code) => !/^[A-Z0-9]{1,30}$/.test(code))

/** Why a rule would not work, at its field; undefined when it does. */
export const problemOf = (rule: Written): { field: string; text: string } | undefined => {
  for (const field of ['drugs', 'against'] as const) {
    const wrong = wrongCode(rule[field])
    if (wrong) return { field, text: `「${wrong}」不是国家码或它的开头` }
  }
  for (const field of ['medicalTypes', 'insutypes'] as const) {
    const wrong = rule[field].find((code) => !/^\w{1,6}$/.test(code))
    if (wrong) return { field, text: `「${wrong}」不是编码` }
  }
  if (rule.ageFrom !== null && rule.ageTo !== null && rule.ageFrom > rule.ageTo)
    return { field: 'ageTo', text: '最大年龄小于最小年龄' }
  if (rule.beginDay && rule.endDay && rule.endDay < rule.beginDay)
    return { field: 'endDay', text: '失效日期早于生效日期' }
  const further = kinds[rule.kind].lacks?.(rule as Rule)
  if (further) return further
  const missing = Object.entries(ruleNeeds[rule.kind] ?? {}).find(([field]) => isEmpty(rule[field as keyof Written]))
  return missing && { field: missing[0], text: missing[1] }
}

/** The columns of a form; refuses one that would not work, at its field. */
export const checkedRule = (form: Form): Written => {
  const rule = writtenOf(form)
  const problem = problemOf(rule)
  if (problem) refuse('audit.rule', { text: problem.text }, { fields: { [problem.field]: problem.text } })
  return rule
}
