import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { continuation } from '@yibao/shared/calls/base.ts'
import { order } from '@yibao/shared/calls/books.ts'
import { card, settlement } from '@yibao/shared/calls/counter.ts'
import { signIn } from '@yibao/shared/calls/store.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { migrate } from '../../../database/migrate.ts'
import { openPglite } from '../../../database/open.ts'
import { seed } from '../../../database/seed/index.ts'
import { area } from '../../organisation/tables.ts'
import { type Centre, otc, startCentre } from './counter.ts'
import { type ServerProcess, startServerProcess } from './process.ts'
import { type Remote, RemoteClient } from './remote.ts'

// Purchases under a seeded storm of kills and message faults, through real processes. Afterwards the two books are laid
// side by side: nothing doubled, nothing lost, nothing open that the system did not list itself.

export interface StormOptions {
  purchases: number
  /** How many of them are under way when the server or the centre is killed. */
  kills: number
  seed: number
  clerk: string
  fixmedinsCode: string
  /** psn_no of the persons who buy: one counter each, all at once. */
  persons: string[]
  say?: (text: string) => void
}

export interface StormResult {
  /** Orders by the status a clerk reads at the end. */
  statuses: Record<string, number>
  /** setl_id of settlements the centre has and no order of ours shows, and the other way round. */
  onlyCentre: string[]
  onlyOurs: string[]
  /** Baskets with more than one valid settlement at the centre. */
  doubled: string[]
  /** Orders still open at the end: each must be on the abnormal page. */
  open: number
  listed: number
  seconds: number
}

/** mulberry32: the same seed gives the same storm. */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const messageFaults = [
  { fault: 'dropBeforeBooking', infno: '2102' },
  { fault: 'dropAfterBooking', infno: '2102' },
  { fault: 'malformed', infno: '2102' },
  { fault: 'http500', infno: '2102' },
  { fault: 'refuse', infno: '2102', text: '参保人账户已冻结' },
  { fault: 'outputAsString', infno: '2102' },
  { fault: 'numbersAsStrings', infno: '2102' },
  { fault: 'dropAfterBooking', infno: '2601' },
  { fault: 'dropBeforeBooking', infno: '2601' },
  { fault: 'dropAfterBooking', infno: '5203' },
] as const

type Kill = 'server' | 'serverWaiting' | 'centreBefore' | 'centreAfter'
const kills: Kill[] = ['server', 'serverWaiting', 'centreBefore', 'centreAfter']

class Storm {
  readonly options: StormOptions
  readonly next: () => number
  readonly client: RemoteClient
  readonly server: ServerProcess
  readonly centre: Centre

  constructor(options: StormOptions, server: ServerProcess, centre: Centre) {
    this.options = options
    this.server = server
    this.centre = centre
    this.next = random(options.seed)
    this.client = new RemoteClient(() => server.url)
  }

  /** Repeats a harmless step until it has an answer: the line may be cut under it. */
  async insist<T>(step: () => Promise<Remote<T>>): Promise<T> {
    for (let attempt = 0; attempt < 60; attempt++) {
      const answer = await step()
      if (!answer.lost && answer.success) return answer.result as T
      if (!answer.lost && answer.statusCode === 401) await this.client.login(this.options.clerk)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('a harmless step found no answer')
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

  /** Reads and prices one basket; its bill marks it in both books. */
  async price(index: number, psnNo: string) {
    const person = await this.insist(() => this.read(psnNo))
    // A quantity of its own for every purchase of a round keeps the baskets of one person apart.
    const lines = otc('1.00', String((index % 90) + 1))
    const basket = {
      readId: person.readId,
      insutype: person.insutype,
      medicalType: '41',
      erpBill: `STORM${index}`,
      lines,
    }
    return this.insist(() => this.client.send(settlement.preSettle, basket))
  }

  settle({ id, settleKey }: { id: string; settleKey?: string }) {
    return this.client.send(settlement.settle, { orderId: id }, { 'idempotency-key': settleKey ?? '' })
  }

  /** Breaks something while settlements are under way. */
  async strike(kill: Kill): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.next() * (kill === 'serverWaiting' ? 150 : 15)))
    await this.server.kill()
    await this.server.start()
  }

  /** One wave: every counter sells once at the same time, under one kill or each under a message fault of its own. */
  async wave(first: number, kill: Kill | undefined): Promise<void> {
    const { persons } = this.options
    const orders = await Promise.all(persons.map((psnNo, i) => this.price(first + i, psnNo)))
    if (kill === 'centreBefore' || kill === 'centreAfter')
      await this.centre.fault({ fault: 'exit', infno: '2102', when: kill === 'centreBefore' ? 'before' : 'after' })
    if (kill === 'serverWaiting')
      await this.centre.fault({ fault: 'delay', infno: '2102', ms: 300, when: 'after', times: 5 })
    for (const psn_no of kill ? [] : persons)
      if (this.next() < 0.6)
        await this.centre.fault({ ...messageFaults[Math.floor(this.next() * messageFaults.length)], psn_no })
    const sent = orders.map((one) => this.settle(one))
    if (kill === 'server' || kill === 'serverWaiting') await this.strike(kill)
    await Promise.all(sent)
    if (kill === 'centreBefore' || kill === 'centreAfter') await this.centre.restart()
    // A clerk without an answer presses again: the same key, the same settlement.
    await Promise.all(orders.map((one) => (this.next() < 0.3 ? this.settle(one) : undefined)))
    await this.centre.clearFaults()
  }

  /** Waits until recovery has nothing left that time can cure. */
  async calm(): Promise<{ open: number; listed: number }> {
    const until = Date.now() + 60_000
    for (;;) {
      const page = await this.insist(() => this.client.send(order.abnormalPaged, { pageSize: 500 }))
      const waiting = page.items.filter(({ status, abnormal }) => status === '4' && !abnormal.needsPerson)
      if (!waiting.length || Date.now() > until)
        return { open: page.items.filter(({ status }) => status === '4').length, listed: page.total }
      for (const { id } of waiting) await this.client.send(order.recheck, { id })
    }
  }
}

const allOrders = async (storm: Storm) => {
  const items = []
  for (let page = 1; ; page++) {
    const answer = await storm.insist(() => storm.client.send(order.paged, { page, pageSize: 500 }))
    items.push(...answer.items)
    if (items.length >= answer.total || !answer.items.length) return items
  }
}

/** A seeded database whose areas wait half a second, not ten minutes, before 'not found' counts. */
const prepare = async (dataDir: string) => {
  const database = await openPglite(join(dataDir, 'database'))
  await migrate(database)
  await seed(database.db)
  await database.db.update(area).set({ settings: sql`${area.settings} || '{"inFlightMax":500}'::jsonb` })
  await database.close()
}

/** Plays the storm and lays the books side by side. */
export const playStorm = async (options: StormOptions): Promise<StormResult> => {
  const begin = Date.now()
  const say = options.say ?? (() => {})
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-storm-'))
  await prepare(dataDir)
  const centre = await startCentre()
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    CENTRE_URL: centre.url,
    SETTLE_WAIT: '3000',
    LEASE: '1500',
    RECOVERY_EVERY: '100',
  })
  try {
    const storm = new Storm(options, server, centre)
    await storm.client.login(options.clerk)
    await storm.insist(() => storm.client.send(signIn.do, {}))
    const size = options.persons.length
    const waves = Math.ceil(options.purchases / size)
    const every = Math.floor(waves / Math.max(1, Math.ceil(options.kills / size)))
    for (let wave = 0; wave < waves; wave++) {
      const kill =
        options.kills > 0 && wave % every === every - 1 ? kills[Math.floor(wave / every) % kills.length] : undefined
      await storm.wave(wave * size, kill)
      if (wave % 20 === 19) say(`${(wave + 1) * size} 笔`)
    }
    await centre.clearFaults()
    const { open, listed } = await storm.calm()
    const ours = await allOrders(storm)
    const book = (await centre.book(options.fixmedinsCode, formatDay(new Date()))).filter(({ undone }) => !undone)
    const settled = ours.filter(({ status }) => status === '2' || status === '6')
    const ourIds = new Set(settled.map(({ setlId }) => setlId))
    const centreIds = new Set(book.map(({ setl_id }) => setl_id))
    const bills = settled.map(({ erpBill }) => erpBill)
    const statuses: Record<string, number> = {}
    for (const { status } of ours) statuses[status] = (statuses[status] ?? 0) + 1
    return {
      statuses,
      onlyCentre: [...centreIds].filter((id) => !ourIds.has(id)),
      onlyOurs: [...ourIds].filter((id) => id !== undefined && !centreIds.has(id)) as string[],
      doubled: bills.filter((bill, i) => bill !== undefined && bills.indexOf(bill) !== i) as string[],
      open,
      listed,
      seconds: (Date.now() - begin) / 1000,
    }
  } finally {
    await server.kill()
    await centre.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
