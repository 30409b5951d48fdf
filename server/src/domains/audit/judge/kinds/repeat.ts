import { sameGoods } from '@yibao/shared/entities/audit.ts'
import { trimZeros } from '@yibao/shared/money.ts'
import { daysBetween } from '@yibao/shared/time.ts'
import type { Bought, FactLine } from '../facts.ts'
import type { Kind, Rule } from '../rule.ts'

const lengths = { code: 30, ingredient: 10, class: 6 } as const

/** Whether two goods are the same to a rule; what is not mapped is the same only under its own code. */
export const isSame = (
  { same }: Pick<Rule, 'same'>,
  a: Pick<FactLine, 'ownCode' | 'nationalCode'>,
  b: Pick<Bought, 'ownCode' | 'nationalCode'>,
): boolean => {
  if (!a.nationalCode || !b.nationalCode) return a.ownCode === b.ownCode
  const part = (code: string) => code.slice(0, lengths[same])
  return part(a.nationalCode) === part(b.nationalCode)
}

const when = (days: number) => (days <= 0 ? '今天' : `${days} 天前`)

/** 重复购药: bought less than so many days before, in whichever store of the company. */
export const repeat: Kind = {
  find: (rule, line, { bought, today }) => {
    const last = bought
      .filter((one) => isSame(rule, line, one) && daysBetween(one.day, today) < (rule.days ?? 0))
      .toSorted((a, b) => b.day.localeCompare(a.day))[0]
    if (!last) return undefined
    const place = last.sameStore ? '本店' : last.storeName
    const what = `${line.name} ${when(daysBetween(last.day, today))}已购 ${trimZeros(last.quantity)} ${last.unit}`
    return { hit: `${what}（${place} ${last.day.slice(5)}${last.open ? '，结果待核实' : ''}）` }
  },
  say: ({ days, same }) => `${sameGoods[same]}两次购药间隔少于 ${days} 天`,
}
