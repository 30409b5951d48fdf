import type { Coverage, Facts } from '../facts.ts'
import { type Kind, names, type Rule } from '../rule.ts'

/** Whether a rule's diseases name one of the purchase's: by a code's beginning, or words of its name. */
export const isAboutIllness = ({ diseases }: Pick<Rule, 'diseases'>, illnesses: readonly string[]): boolean =>
  diseases.some((one) => illnesses.some((text) => text.includes(one)))

/**
 * The drugs that a purchase's disease (its code and its name) covers, by all lists in force about it (ux 1.2); undefined
 * where nobody keeps one: then everything may be bought for it.
 */
export const coverageOf = (rules: readonly Rule[], disease: readonly string[]): Coverage | undefined => {
  const lists = rules.filter((rule) => rule.kind === 'coverage' && isAboutIllness(rule, disease))
  const [by] = lists
  return by && { by: by.id, drugs: lists.flatMap(({ drugs }) => drugs) }
}

/** 病种用药范围: bought for a disease whose lists do not name it. Said once of a line, however many lists there are. */
export const coverage: Kind = {
  find: (rule, { name, nationalCode }, { covered }: Facts) =>
    covered?.by === rule.id && !names(covered.drugs, nationalCode) ? { hit: `${name} 不在该病种用药范围` } : undefined,
  say: ({ diseases, drugs }) => `病种 ${diseases.join('、')} 可用 ${drugs.length} 项药品`,
  // The counter parts a basket by it and knows no more than the disease.
  lacks: ({ gender, ageFrom, ageTo }) =>
    gender || ageFrom !== null || ageTo !== null
      ? { field: gender ? 'gender' : 'ageFrom', text: '病种用药范围对所有人一样，请去掉性别和年龄' }
      : undefined,
}
