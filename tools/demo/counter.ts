import { type ApprovalAction, approvalTarget } from '@yibao/shared/approval.ts'
import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { fen, formatAmount, yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { packsOf } from '@yibao/shared/trace-code.ts'
import type { Api } from '../api.ts'
import type { Centre } from '../centre.ts'

type Order = ResultOf<typeof settlement.preSettle>
type Item = ResultOf<typeof catalogue.searchItemDirectoryList>[number]
type Reading = ResultOf<typeof card.read>

/** Numbers that are the same at every run. */
export const diceOf = (seed: number) => {
  let state = seed
  /** An integer from 0 up to, not including, `below`. */
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Supervisor {
  userName: string
  passWord: string
}

interface DemoCounterOptions {
  /** The clerk's session. */
  api: Api
  areaCode: string
  centre: Centre
  /** Who authorises, with the password as it travels. */
  supervisor: () => Promise<Supervisor>
}

/** A clerk at one counter, who does what a clerk does, by the calls the counter screen makes. */
export class DemoCounter {
  readonly api: Api
  readonly areaCode: string
  readonly #centre: Centre
  readonly #supervisor: () => Promise<Supervisor>
  #items: Item[] = []
  #codes = 0

  constructor({ api, areaCode, centre, supervisor }: DemoCounterOptions) {
    this.api = api
    this.areaCode = areaCode
    this.#centre = centre
    this.#supervisor = supervisor
  }

  /** Signs in at the centre (9001) and looks what the shop sells. */
  async open(): Promise<void> {
    await this.api.ok(signIn.do)
    const found = await this.api.ok(catalogue.searchItemDirectoryList, { keyword: '1000', limit: 50 })
    this.#items = found.filter(({ mapped, price }) => mapped && fen(price) > 0)
  }

  /** Reads the e-voucher of the n-th person of the area's demo set; undefined where the centre knows of no insurance. */
  async #identify(n: number): Promise<Reading | undefined> {
    const { api, areaCode } = this
    const medium = 'eVoucher'
    const asked = await api.send(card.read, { medium })
    const { pubSubId, action } = asked.confimResultInfo!
    const code = await this.#centre.code(areaCode + String(n).padStart(14, '0'))
    await api.ok(continuation.complete, { pubSubId, action, ok: true, result: JSON.stringify({ medium, code }) })
    const { success, result } = await api.send(card.read, { medium }, { [PUB_SUB_HEADER]: pubSubId })
    return success ? (result as Reading) : undefined
  }

  /** readId of a person who is insured. */
  async read(n: number): Promise<string> {
    const reading = await this.#identify(n)
    if (!reading) throw new Error(`第 ${n} 位参保人没有参保信息`)
    return reading.readId
  }

  /** A basket of one to three things, up to three packs of each. */
  lines(dice: (below: number) => number): InputOf<typeof settlement.preSettle>['lines'] {
    const start = dice(this.#items.length)
    return Array.from({ length: 1 + dice(3) }, (_, i) => {
      const { ownCode, price } = this.#items[(start + i * 7) % this.#items.length]!
      return { ownCode, price, quantity: String(1 + dice(3)) }
    })
  }

  /** The code of each pack, where the area wants them: 20 digits, the drug's 7 first. */
  #scanned<T extends { ownCode: string; quantity: string }>(line: T): T {
    if (!this.#items.find(({ ownCode }) => ownCode === line.ownCode)?.traceRequired) return line
    const scan = () => `8${line.ownCode.slice(-6).padStart(6, '0')}${String(++this.#codes).padStart(13, '0')}`
    return { ...line, traceCodes: Array.from({ length: packsOf(line.quantity) }, scan) }
  }

  /** Sells, or answers undefined where the centre or a rule does not let that person buy that. */
  async sell(n: number, lines: InputOf<typeof settlement.preSettle>['lines']): Promise<Order | undefined> {
    const reading = await this.#identify(n)
    if (!reading) return undefined
    const { readId, insutype } = reading
    const wantsRx = lines.some(({ ownCode }) => this.#items.find((one) => one.ownCode === ownCode)?.prescription)
    const priced = await this.api.send(settlement.preSettle, {
      ...{ readId, insutype, medicalType: '41', lines: lines.map((line) => this.#scanned(line)) },
      ...(wantsRx && {
        prescription: { number: `CF${n}${Date.now()}`, hospital: '示例市第一人民医院', doctor: '陈𠮷' },
      }),
    })
    const order = priced.result
    if (!priced.success || !order?.settleKey) return undefined
    const { id: orderId, settleKey } = order
    if (order.audit?.some(({ confirmedBy }) => !confirmedBy))
      await this.api.ok(settlement.confirmAudit, { orderId, settleKey, reason: '已向参保人核实' })
    const settled = await this.api.send(settlement.settle, { orderId }, { 'idempotency-key': settleKey })
    return settled.success ? (settled.result as Order) : undefined
  }

  /** Takes down what is left to pay: most of it by WeChat, a part in cash, and now and then not all of it. */
  async collect({ id: orderId, cash, settledAt }: Order, how: number): Promise<void> {
    const due = fen(cash)
    if (due < 2 || how === 0) return
    const inCash = how === 1 || how === 2 ? Math.floor(due / 2) : 0
    const parts = [
      { kind: '01', amount: inCash },
      { kind: '02', amount: how === 1 ? 0 : due - inCash, payNo: `WX${orderId}` },
    ]
    const paidAt = settledAt && settledAt < formatTime(new Date()) ? settledAt : undefined
    for (const { amount, kind, payNo } of parts)
      if (amount) {
        const key = { 'idempotency-key': `demo-${kind}-${orderId}` }
        await this.api.ok(otherPay.bind, { orderId, kind, payNo, paidAt, amount: yuan(amount) }, key)
      }
  }

  /** Gives back what was paid of a purchase that was reversed. */
  async giveBack(orderId: string): Promise<void> {
    const { payments } = await this.api.ok(otherPay.get, { orderId })
    for (const { id: paymentId, refundable: amount, source } of payments) {
      if (source === 'centre' || amount === '0.00') continue
      const authorizationId = await this.#approval('refund', approvalTarget.refund(paymentId, amount))
      const key = { 'idempotency-key': `demo-${paymentId}` }
      await this.api.ok(otherPay.refund, { paymentId, amount, authorizationId, reason: '顾客退药' }, key)
    }
  }

  async #approval(action: ApprovalAction, target: string): Promise<string> {
    const { userName, passWord } = await this.#supervisor()
    return (await this.api.ok(auth.authorize, { userName, passWord, action, target })).authorizationId
  }

  /** Reverses a purchase that the customer brings back; the supervisor says yes, as some areas ask. */
  async cancel(orderId: string): Promise<void> {
    const authorizationId = await this.#approval('reversal', approvalTarget.reversal(orderId))
    const key = { 'idempotency-key': `demo-${orderId}` }
    await this.api.ok(settlement.cancel, { orderId, authorizationId, reason: '顾客退药' }, key)
  }
}

/** An amount as people read it. */
export const yuanOf = (orders: readonly Order[]): string =>
  formatAmount(yuan(orders.reduce((sum, { split }) => sum + fen(split?.total ?? '0'), 0)))
