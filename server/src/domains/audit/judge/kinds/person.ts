import { ageOn } from '../facts.ts'
import type { Kind, Rule } from '../rule.ts'

const genders: Record<string, string> = { 1: '男性', 2: '女性' }

const ages = ({ ageFrom, ageTo }: Rule): string => {
  if (ageFrom !== null && ageTo !== null) return `${ageFrom} 至 ${ageTo} 岁`
  return ageFrom !== null ? `${ageFrom} 岁及以上` : ageTo !== null ? `${ageTo} 岁及以下` : ''
}

const outside = ({ ageFrom, ageTo }: Rule, age: number) =>
  (ageFrom !== null && age < ageFrom) || (ageTo !== null && age > ageTo)

/** 限性别年龄: the drug is for others than this person. */
export const person: Kind = {
  find: (rule, { name }, facts) => {
    if (rule.gender) {
      const { gender = '' } = facts
      if (!genders[gender]) return { unclear: '参保人性别不明' }
      if (gender !== rule.gender) return { hit: `${name} 限${genders[rule.gender]}使用，参保人为${genders[gender]}` }
    }
    if (!ages(rule)) return undefined
    const age = ageOn(facts)
    if (age === undefined) return { unclear: '参保人年龄不明' }
    return outside(rule, age) ? { hit: `${name} 限 ${ages(rule)}使用，参保人 ${age} 岁` } : undefined
  },
  say: (rule) => `限${[rule.gender && genders[rule.gender], ages(rule)].filter(Boolean).join('、')}使用`,
  lacks: ({ gender, ageFrom, ageTo }) =>
    gender || ageFrom !== null || ageTo !== null ? undefined : { field: 'gender', text: '须填性别或年龄' },
}
