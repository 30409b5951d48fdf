import { dailyUnits } from '@yibao/shared/entities/audit.ts'
import { scaled, trimZeros, unscaled } from '@yibao/shared/money.ts'
import { daysBetween } from '@yibao/shared/time.ts'
import type { FactLine, Facts } from '../facts.ts'
import { dailyAmount } from '../pack.ts'
import type { Found, Kind, Rule } from '../rule.ts'
import { isSame } from './repeat.ts'

type Sold = Pick<FactLine, 'spec' | 'unit' | 'quantity'>

/** Everything of the same goods: all lines of the basket, and where the rule says so what was bought in its days. */
const sold = (rule: Rule, line: FactLine, { lines, bought, today }: Facts): Sold[] => [
  ...lines.filter((one) => isSame(rule, line, one)),
  ...(rule.cumulative
    ? bought.filter((one) => isSame(rule, line, one) && daysBetween(one.day, today) < (rule.days ?? 0))
    : []),
]

const total = (values: readonly bigint[]) => values.reduce((all, one) => all + one, 0n)
const both = ({ cumulative }: Rule) => (cumulative ? '连同已购' : '')

const overMost = (rule: Rule, line: FactLine, all: readonly Sold[]): Found => {
  const units = total(all.map(({ quantity }) => scaled(quantity, 4)))
  if (!rule.most || units <= scaled(rule.most, 4)) return undefined
  return {
    hit: `${line.name} ${both(rule)}共 ${trimZeros(unscaled(units, 4))} ${line.unit}，超过 ${trimZeros(rule.most)}`,
  }
}

const overDays = (rule: Rule, line: FactLine, all: readonly Sold[]): Found => {
  const { days, daily, dailyUnit } = rule
  if (!days || !daily || !dailyUnit) return undefined
  const amounts = all.map((one) => dailyAmount(one, dailyUnit))
  const unread = all[amounts.indexOf(undefined)]
  if (unread) return { unclear: `规格「${unread.spec || '未填写'}」换算不出${dailyUnits[dailyUnit]}` }
  const amount = total(amounts as bigint[])
  const perDay = scaled(daily, 4)
  if (perDay <= 0n || amount <= perDay * BigInt(days)) return undefined
  return { hit: `${line.name} ${both(rule)}够用 ${amount / perDay} 天，超过 ${days} 天` }
}

/** 超量: more than so many units at once, or than lasts so many days. Several lines of one drug are told once. */
export const quantity: Kind = {
  find: (rule, line, facts) => {
    if (facts.lines.find((one) => isSame(rule, line, one)) !== line) return undefined
    const all = sold(rule, line, facts)
    return overMost(rule, line, all) ?? overDays(rule, line, all)
  },
  say: (rule) =>
    [
      rule.most && `${both(rule) || '一次'}超过 ${trimZeros(rule.most)} 个销售单位`,
      rule.daily &&
        `${both(rule)}超过 ${rule.days} 天用量（每日 ${trimZeros(rule.daily)} ${rule.dailyUnit && dailyUnits[rule.dailyUnit]}）`,
    ]
      .filter(Boolean)
      .join('，或'),
  lacks: ({ most, days, daily, dailyUnit, cumulative }) => {
    if (daily && !days) return { field: 'days', text: '按每日用量判断须填天数' }
    if (daily && !dailyUnit) return { field: 'dailyUnit', text: '请选择每日用量的单位' }
    if (daily && scaled(daily, 4) <= 0n) return { field: 'daily', text: '每日用量应大于 0' }
    if (cumulative && !days) return { field: 'days', text: '计入已购须填天数' }
    return most || daily ? undefined : { field: 'most', text: '超量须填一次最多，或天数和每日用量' }
  },
}
