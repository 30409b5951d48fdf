import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import type { Centre } from '../centre.ts'
import { otc } from '../counter.ts'
import { type Remote, RemoteClient } from '../remote.ts'

/** A clerk of one store and the persons who come to her counters. */
export interface Store {
  clerk: string
  fixmedinsCode: string
  /** psn_no of the persons who buy: one counter each, all at once. */
  persons: string[]
}

/** The three demo stores, each with `counters` persons: one area that looks up, one that only undoes, one that repeats. */
export const demoStores = (counters: number): Store[] =>
  (
    [
      ['clerk', 'P32050100001', '320500'],
      ['clerk2', 'P32010200001', '320100'],
      ['clerk3', 'P43010200001', '430100'],
    ] as const
  ).map(([clerk, fixmedinsCode, area]) => ({
    clerk,
    fixmedinsCode,
    persons: Array.from({ length: counters }, (_, i) => area + String(i + 1).padStart(14, '0')),
  }))

type Listed = { id: string; status: string; needsPerson: boolean; total: string }

/** A storm may go on over midnight: the new day wants its own sign-in, as it does of a clerk. */
const isUnsigned = (answer: Remote<unknown>): boolean =>
  !answer.lost && /^sign\.(missing|closed)$/.test(String(answer.resultExtendInfo?.key))

/** One store's counters against processes that die: harmless steps are repeated, money is sent once. */
export class Till {
  readonly store: Store
  readonly client: RemoteClient
  readonly centre: Centre

  constructor(store: Store, url: () => string, centre: Centre) {
    this.store = store
    this.centre = centre
    this.client = new RemoteClient(url)
  }

  async open(): Promise<void> {
    await this.client.login(this.store.clerk)
    await this.#sign()
  }

  async #sign(): Promise<void> {
    await this.insist(() => this.client.send(signIn.do, {}))
  }

  /** Repeats a harmless step until it has an answer: the line may be cut under it. */
  async insist<T>(step: () => Promise<Remote<T>>): Promise<T> {
    let last: unknown
    for (let attempt = 0; attempt < 60; attempt++) {
      const answer = await step()
      if (!answer.lost && answer.success) return answer.result as T
      if (!answer.lost && answer.statusCode === 401) await this.client.login(this.store.clerk)
      if (isUnsigned(answer)) await this.#sign()
      last = answer
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`a harmless step found no answer: ${JSON.stringify(last).slice(0, 500)}`)
  }

  async read(psnNo: string) {
    const code = await this.centre.code(psnNo)
    const asked = await this.client.send(card.read, { medium: 'eVoucher' })
    if (asked.lost || !asked.confimResultInfo) return { lost: true } as const
    const { pubSubId } = asked.confimResultInfo
    await this.client.send(continuation.complete, {
      pubSubId,
      action: 'card.read',
      ok: true,
      result: JSON.stringify({ medium: 'eVoucher', code }),
    })
    return this.client.send(card.read, { medium: 'eVoucher' }, { [PUB_SUB_HEADER]: pubSubId })
  }

  /** Reads and prices one basket. No other purchase of the storm has its quantity and amount: it marks it in both books. */
  async price(index: number, psnNo: string) {
    const person = await this.insist(() => this.read(psnNo))
    const basket = {
      readId: person.readId,
      insutype: person.insutype,
      medicalType: '41',
      erpBill: `STORM${index}`,
      lines: otc('0.01', String(index + 1)),
    }
    return this.insist(() => this.client.send(settlement.preSettle, basket))
  }

  async settle({ id, settleKey }: { id: string; settleKey?: string }) {
    const ask = () => this.client.send(settlement.settle, { orderId: id }, { 'idempotency-key': settleKey ?? '' })
    const answer = await ask()
    if (!isUnsigned(answer)) return answer
    await this.#sign()
    return ask()
  }

  /** 撤销; pressed again it is the same one. */
  cancel({ id }: { id: string }) {
    return this.client.send(settlement.cancel, { orderId: id, reason: '顾客退药' }, { 'idempotency-key': `back-${id}` })
  }

  /** Every page of a list. */
  async all<T>(ask: (page: number) => Promise<Remote<{ items: T[]; total: number }>>): Promise<T[]> {
    const items: T[] = []
    for (let page = 1; ; page++) {
      const answer = await this.insist(() => ask(page))
      items.push(...answer.items)
      if (items.length >= answer.total || !answer.items.length) return items
    }
  }

  /** What the abnormal page shows: all that the system itself calls open. */
  async listed(): Promise<Listed[]> {
    const rows = await this.all((page) => this.client.send(order.abnormalPaged, { page, pageSize: 500 }))
    return rows.map(({ id, status, total, abnormal: { needsPerson } }) => ({ id, status, total, needsPerson }))
  }

  /** Asks again until recovery has nothing left that time can cure. ms */
  async calm(patience = 120_000): Promise<void> {
    const until = Date.now() + patience
    for (;;) {
      const waiting = (await this.listed()).filter(({ status, needsPerson }) => status === '4' && !needsPerson)
      if (!waiting.length || Date.now() > until) return
      for (const { id } of waiting) await this.client.send(order.recheck, { id })
    }
  }
}
