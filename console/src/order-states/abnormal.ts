import type { ResultOf } from '@yibao/shared/call.ts'
import type { order } from '@yibao/shared/calls/order.ts'

type Order = Pick<ResultOf<typeof order.get>, 'status' | 'abnormal'>
type Kind = NonNullable<Order['abnormal']>['kind']
type Advice = readonly [what: string, next: string]

const UNKNOWN = '4'

/** The centre can be asked again: the result of a settlement or reversal is not known. */
export const askable = ({ status }: Pick<Order, 'status'>): boolean => status === UNKNOWN

/** A person may bring the settlement's numbers: it is the settlement that is not known, and not its reversal. */
export const bindable = ({ status, abnormal }: Order): boolean => status === UNKNOWN && abnormal?.kind === 'unknown'

/** No automatic step is left for the settlement: a person may say that nothing left the counter, and have it undone. */
export const undoable = (value: Order): boolean => bindable(value) && value.abnormal?.needsPerson === true

/** A bill that a person bound to it can be taken off again. */
export const unbindable = ({ billBound }: { billBound?: boolean | undefined }): boolean => billBound === true

/** A settlement that only the centre had: the ERP bill it was made for can be bound to it. */
export const billable = ({ abnormal }: Order): boolean => abnormal?.billMissing === true

const ACCEPTED = new Set<Kind | undefined>(['amount', 'erpMissing', 'duplicate', 'reversedHere'])

/** A person may say that it has been looked into; a late booking goes with what the centre holds. */
export const acceptable = ({ abnormal }: Order): boolean => ACCEPTED.has(abnormal?.kind)

/** While the system asks the centre by itself. */
const waiting: Partial<Record<Kind, Advice>> = {
  unknown: [
    '结算结果未知，系统正在核实',
    '医保中心可能已扣款，请勿重复结算。到「下次核实」的时间会自动再问；要马上知道，按「重查」。',
  ],
  reversalUnknown: [
    '撤销结果未知，系统正在核实',
    '医保中心可能已退款，请勿重复撤销，先不要退现金。到「下次核实」的时间会自动再问；要马上知道，按「重查」。',
  ],
}

/** When no automatic step is left, or never was one. */
const byPerson: Record<Kind, Advice> = {
  unknown: [
    '结算结果未知，系统没有核实出来，需要人工处理',
    '请勿重复结算。先按「重查」；仍未知，就在医保中心的网页查这位参保人。药品或小票已交付的：查到这笔，按「补录」填入结算号和就诊号；查不到，联系医保经办机构。都没有交付的：按「冲正」。',
  ],
  reversalUnknown: [
    '撤销结果未知，系统没有核实出来，需要人工处理',
    '先不要退现金。先按「重查」；仍未知，联系医保经办机构处理这笔撤销，处理后再按「重查」。',
  ],
  amount: [
    '已记账，医保中心答复的金额之间对不上',
    '请勿重复结算，按本单的金额收款。对账时如有差异，在「日对账」中处理；顾客要退，按「撤销」。核对清楚后在「异常订单」按「核对完成」。',
  ],
  lateBooking: ['医保中心在冲正之后又记了这笔账', '请勿重复结算。在「日对账」中对明细，这笔列在差异里，按建议处理。'],
  erpMissing: [
    '医保中心有这笔结算，ERP 没有对应的单据',
    '在「异常订单」按「绑定 ERP 单」，填 ERP 中这次购药的单号；还没有的，先在 ERP 补开，金额与本单一致。顾客没有购药的，按「撤销」。ERP 中不会有单据的，按「核对完成」。',
  ],
  duplicate: [
    '医保中心有两笔结算，这笔是多出的',
    '不用在 ERP 补开单据。按「撤销」退回这笔，本店收过这笔现金的一并退还；医保中心不同意撤销的，联系医保经办机构。已经核对、不用撤销的，按「核对完成」。',
  ],
  reversedHere: [
    '本店撤销过这笔，医保中心仍有这笔结算',
    '款已退给顾客的，按「撤销」再撤销一次，不要再退款；医保中心不同意撤销的，联系医保经办机构。药品和款都没有退的，按「核对完成」。',
  ],
}

const SUSPECTED =
  '向门店和参保人核对是不是只买了一次：只买了一次的，按「撤销」退回这笔，收过这笔现金的一并退还；确实买了两次的，按「核对完成」。'

const UNDONE = new Set(['3', '5'])

/** What is wrong with an order and what a person does next; undefined for an ordinary one. */
export const adviceOf = ({ status, abnormal }: Order): Advice | undefined => {
  if (!abnormal) return undefined
  if (UNDONE.has(status) && abnormal.kind !== 'lateBooking')
    return [
      byPerson[abnormal.kind][0],
      '这笔已撤销，不用再撤销；对账时这笔和它的撤销如有差异，在「日对账」中处理，处理后在「异常订单」按「核对完成」。',
    ]
  const { kind, needsPerson, duplicateOf, suspected } = abnormal
  if (kind === 'duplicate' && duplicateOf && suspected)
    return [`疑似与订单 ${duplicateOf} 重复：同一参保人、同样的药品和金额`, SUSPECTED]
  if (kind === 'duplicate' && duplicateOf) return [`这笔是订单 ${duplicateOf} 多出的一笔结算`, byPerson.duplicate[1]]
  return (needsPerson ? undefined : waiting[kind]) ?? byPerson[kind]
}

/** The settlement stands and its reversal is what is not known. */
export const reversing = ({ abnormal }: Order): boolean => abnormal?.kind === 'reversalUnknown'

/** What 重查 found out; `reversal` = it was the reversal that was not known, `known` = the centre has decided. */
export const foundText = (reversal: boolean, now: Order): { known: boolean; text: string } => {
  if (now.status === UNKNOWN) return { known: false, text: adviceOf(now)?.join('。') ?? '医保中心还没有确定的答复' }
  if (now.status === '1') return { known: true, text: '已核实：没有扣款，需要时重新结算' }
  if (UNDONE.has(now.status)) return { known: true, text: '已核实：已撤销' }
  return { known: true, text: reversal ? '已核实：没有撤销，原结算仍然有效' : '已核实：结算成功' }
}

/**
 * What 冲正 came to. A refusal is the centre's: the same advice as before would only send back to the same button. A
 * settlement that was found instead is booked, and its money goes back by a reversal only.
 */
export const undoneText = (now: Order): { known: boolean; text: string } => {
  if (now.status === '2' || now.status === '6')
    return {
      known: false,
      text: '没有冲正：医保中心已有这笔结算，已记为结算成功。药品没有交付的，请在「订单管理」按「撤销」退回',
    }
  if (now.status !== UNKNOWN || !now.abnormal?.needsPerson) return foundText(false, now)
  const why = now.abnormal.lastError ? `，${now.abnormal.lastError}` : ''
  return {
    known: false,
    text: `没有冲正${why}。医保中心可能已记账，请勿重复结算。稍后再按「冲正」；一直不行，请联系医保经办机构处理这笔`,
  }
}
