import { formatPrice, lineAmount, scaled } from '@yibao/shared/money.ts'
import { daysBetween } from '@yibao/shared/time.ts'
import { type Kind, names } from '../rule.ts'
import { isAboutIllness } from './coverage.ts'

/** 限适应症: neither disease nor diagnosis of the purchase is among those the drug is paid for. */
export const indication: Kind = {
  find: ({ diseases }, { name }, { illnesses }) => {
    if (isAboutIllness({ diseases }, illnesses)) return undefined
    const about = illnesses.length ? '本次的病种或诊断不符' : '本次没有病种或诊断'
    return { hit: `${name} 限${diseases.slice(0, 3).join('、')}${diseases.length > 3 ? '等' : ''}使用，${about}` }
  },
  say: ({ diseases }) => `限${diseases.join('、')}`,
}

/** 无处方: sold without one, whatever the own catalogue says of the item. */
export const noRx: Kind = {
  find: (_, { name }, { prescription }) => (prescription ? undefined : { hit: `${name} 没有关联处方` }),
  say: () => '没有关联处方',
}

/** 超限价: dearer than the rule's cap or the catalogue's; at stake is what is above it. */
export const overPrice: Kind = {
  find: (rule, line) => {
    const cap = rule.priceCap || line.priceCap
    if (!cap || scaled(line.price, 6) <= scaled(cap, 6)) return undefined
    const amount = line.amount - lineAmount(cap, line.quantity)
    return { hit: `${line.name} 单价 ${formatPrice(line.price)} 超过限价 ${formatPrice(cap)}`, amount }
  },
  say: ({ priceCap }) => (priceCap ? `单价超过 ${formatPrice(priceCap)}` : '单价超过目录限价'),
}

/** 配伍: together in the basket with what it must not be used with, or that was bought within the rule's days. */
export const conflict: Kind = {
  find: ({ against, days }, line, { lines, bought, today }) => {
    const other = lines.find((one) => one !== line && names(against, one.nationalCode))
    if (other) return { hit: `${line.name} 不宜与 ${other.name} 同用` }
    const had = bought.find((one) => names(against, one.nationalCode) && daysBetween(one.day, today) < (days ?? 0))
    return had && { hit: `${line.name} 不宜与 ${daysBetween(had.day, today)} 天前所购的 ${had.name} 同用` }
  },
  say: ({ against, days }) => `与 ${against.join('、')} 同购${days ? `，或 ${days} 天内购过` : ''}`,
}

/** 串换: the comparison with the national catalogue says that the item is another product than its code. */
export const swap: Kind = {
  find: ({ similarity }, { ownCode, name }, { differing }) => {
    const found = differing.find((one) => one.ownCode === ownCode)
    if (!found || found.similarity >= (similarity ?? 100)) return undefined
    return { hit: `${name} 与所对照的目录「${found.entry}」不符，相似度 ${found.similarity}%` }
  },
  say: ({ similarity }) => `与国家码的目录相似度低于 ${similarity ?? 100}%`,
}
