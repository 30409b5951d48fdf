import { formatDay } from '@yibao/shared/time.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import type { Person } from '../../../centre/operations/person.ts'
import { openHits, type StoredAudit, type StoredHit, wireHit } from '../../order/audit-hit.ts'
import type { Line, StoredBasket } from '../../order/types.ts'
import type { Facts } from '../judge/facts.ts'
import { isForPurchase, type Judged, judge } from '../judge/judge.ts'
import type { Rule } from '../judge/rule.ts'
import { keepBlocked } from './blocked.ts'
import { lookUp } from './look-up.ts'

/** A basket on its way to its pre-settlement. */
interface Basket {
  store: { id: string; areaCode: string; companyId: string }
  person: Pick<Person, 'name' | 'gender' | 'birthday' | 'age'>
  psnHash: string
  lines: readonly Line[]
  insutype: string
  medicalType: string
  /** Code and name of the disease it is bought for. */
  disease: readonly (string | undefined)[]
  diagnosis: string | undefined
  prescription: boolean
  orderId: string | undefined
}

const filled = (texts: readonly (string | undefined)[]): string[] => texts.flatMap((one) => one || [])

const factsOf = (c: Context, basket: Basket, known: Awaited<ReturnType<typeof lookUp>>): Facts => {
  const { person } = basket
  return {
    today: formatDay(c.now),
    lines: basket.lines.map((line) => ({
      ...{ no: line.no, ownCode: line.ownCode, nationalCode: line.nationalCode, name: line.name, spec: line.spec },
      ...{ unit: line.unit, quantity: line.quantity, price: line.price, amount: line.amount },
      priceCap: known.caps.get(line.ownCode),
    })),
    gender: person.gender,
    birthday: person.birthday,
    age: person.age ? Math.floor(Number(person.age)) : undefined,
    ...{ insutype: basket.insutype, medicalType: basket.medicalType, prescription: basket.prescription },
    ...{ disease: filled(basket.disease), illnesses: filled([...basket.disease, basket.diagnosis]) },
    bought: known.bought,
    differing: known.differing,
  }
}

/** What a rule found, as it is kept and shown. */
const hitOf = ({ rule, line, what, amount }: Judged): StoredHit => ({
  key: `${rule.code}/${line.no}`,
  line: line.no,
  rule: rule.code,
  ruleName: rule.name,
  kind: rule.kind,
  level: rule.level,
  what,
  meaning: rule.message,
  next: rule.advice,
  reasonRequired: rule.reasonRequired,
  amount,
  ownCode: line.ownCode,
  nationalCode: line.nationalCode,
  name: line.name,
  quantity: line.quantity,
})

/** Whether a rule asks what was bought before. */
const looksBack = ({ kind, days, cumulative }: Rule): boolean =>
  kind === 'repeat' || cumulative || (kind === 'conflict' && (days ?? 0) > 0)

/**
 * The rules' word on a basket before anything is asked of the centre (domain.md 8.15): hits of level 提醒, in the order
 * of the lines. One of level 拦截 refuses the pre-settlement, and the attempt is kept (`auditBlock`); the refusal carries
 * all hits, for their lines. `judged`: what they knew of (order/types.ts).
 */
export const auditBasket = async (
  c: Context,
  basket: Basket,
): Promise<{ hits: StoredHit[]; judged?: StoredBasket['judged'] }> => {
  const { store, lines, psnHash, orderId } = basket
  const day = formatDay(c.now)
  const known = await lookUp(c.db, {
    ...{ areaCode: store.areaCode, companyId: store.companyId, storeId: store.id, psnHash, today: day },
    codes: lines.map(({ nationalCode }) => nationalCode),
    ownCodes: lines.map(({ ownCode }) => ownCode),
    disease: filled(basket.disease),
    except: orderId ? [orderId] : [],
  })
  if (!known.rules.length) return { hits: [] }
  const found = judge(known.rules, factsOf(c, basket, known)).filter(({ outcome }) => outcome === 'hit')
  const hits = found.map(hitOf)
  const stop = hits.find(({ level }) => level === 'block')
  if (stop) {
    const { what, meaning, next } = stop
    await keepBlocked(c, basket, found)
    return refuse('audit.blocked', { what, next }, { extend: { what, meaning, next, audit: hits.map(wireHit) } })
  }
  const asks = known.rules.some((rule) => looksBack(rule) && isForPurchase(rule, basket))
  return asks ? { hits, judged: { day, orders: known.known } } : { hits }
}

/** Hits under the confirmations that were given to the same ones before: nobody is asked twice about one thing. */
export const stillConfirmed = (hits: readonly StoredHit[], before: StoredAudit | null | undefined): StoredHit[] =>
  hits.map((hit) => {
    const same = before?.hits.find(
      ({ key, what, quantity }) => key === hit.key && what === hit.what && quantity === hit.quantity,
    )
    return same?.confirmed ? { ...hit, confirmed: same.confirmed } : hit
  })

/** What was said of lines that the customer keeps of a partial return, at their new places: nothing new is bought. */
export const keptHits = (lines: readonly Line[], before: StoredAudit | null | undefined): StoredHit[] =>
  (before?.hits ?? []).flatMap((hit) => {
    const line = lines.find(({ ownCode }) => ownCode === hit.ownCode)
    if (!line || !hit.confirmed) return []
    const { no, quantity, amount } = line
    return [{ ...hit, key: `${hit.rule}/${no}`, line: no, quantity, amount: Math.max(0, Math.min(hit.amount, amount)) }]
  })

/**
 * Refuses an order with a hit whose rule wants a reason and that nobody confirmed. A plain reminder is the counter's to
 * ask: a console of before an upgrade, which does not, goes on, and the row in 审核管理 says that nobody confirmed it.
 * Reads nothing: the order is at hand.
 */
export const requireReasons = ({ audit }: { audit: StoredAudit | null }): void => {
  const open = openHits(audit).filter(({ reasonRequired }) => reasonRequired)
  if (open.length) refuse('audit.confirm', { n: String(open.length) })
}
