import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { sql } from 'drizzle-orm'
import { type Client, startTestServer, type TestServer, type TestServerOptions } from '../../../test/kit.ts'
import { area } from '../../organisation/tables.ts'
import { type Centre, startCentre } from './centre.ts'

export interface Counter {
  server: TestServer
  centre: Centre
  clerk: Client
  /** Reads a person by a fresh e-voucher; answers the person as the wire shows him. */
  read: (psnNo: string, client?: Client) => Promise<Person>
  /** A pre-settlement of the three items of domain.md's example A, or of other lines. */
  preSettle: (person: Person, options?: Partial<PreSettleInput>, client?: Client) => Promise<Order>
  settle: (order: Order, client?: Client) => ReturnType<Client['send']>
  close: () => Promise<void>
}

type Person = { readId: string; insutype: string; maskedName: string }
type Order = Awaited<ReturnType<typeof sendPreSettle>>
type PreSettleInput = Parameters<typeof sendPreSettle>[1]

const sendPreSettle = (client: Client, input: Parameters<Client['ok']>[1]) =>
  client.ok(settlement.preSettle, input as never)

const exampleA = [
  { ownCode: '100001', quantity: '2', price: '20.00' },
  { ownCode: '100002', quantity: '1', price: '30.00' },
  { ownCode: '100003', quantity: '1', price: '15.60' },
]

/** Line without a prescription flag, for baskets of any amount. */
export const otc = (price: string, quantity = '1') => [{ ownCode: '100002', quantity, price }]

/** Answers Card/Read's question with a scanned code, as the console does. */
export const readByScan = async (client: Client, medium: 'eVoucher' | 'idCard', code: string): Promise<Person> => {
  const asked = await client.send(card.read, { medium })
  const info = asked.confimResultInfo
  if (!info) throw new Error(`no question: ${JSON.stringify(asked.error)}`)
  await client.ok(continuation.complete, {
    pubSubId: info.pubSubId,
    action: info.action,
    ok: true,
    result: JSON.stringify({ medium, code }),
  })
  return client.ok(card.read, { medium }, { [PUB_SUB_HEADER]: info.pubSubId })
}

/** Sets the clocks of a centre and of its gateway. */
export const tellTime = (centre: Centre, now: Date): Promise<void> =>
  centre.fault({ fault: 'clock', iso: now.toISOString(), gateway: true })

let opened = 0

interface CounterOptions extends TestServerOptions {
  /** Options that every area has instead of its own (domain.md 8.2). */
  settings?: Record<string, unknown>
}

/** Areas that ask nothing of the centre but what a test is about, and let any number of messages be on their way. */
export const plain = { rereadBeforeSettle: false, traceCodeRequired: false, inFlightMax: 0 }

/** A counter of a demo store, signed in, over a centre process of its own, which lives in the time of the server's clock. */
export const openCounter = async (
  userName = 'clerk',
  { settings, ...options }: CounterOptions = {},
  shared?: Centre,
): Promise<Counter> => {
  const centre = shared ?? (await startCentre())
  if (options.clock && !shared) await tellTime(centre, options.clock())
  const server = await startTestServer({ ...options, config: { centreUrl: centre.url, ...options.config } })
  if (settings)
    await server.deps.db.update(area).set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })
  // Every test server starts from one snapshot: without this two of them in one second would use the same msgid.
  await server.deps.db.execute(sql`select setval('msgid_serial', ${1 + ((opened++ * 500) % 10_000)})`)
  const clerk = await server.as(userName)
  await clerk.ok(signIn.do)
  return {
    server,
    centre,
    clerk,
    read: async (psnNo, client = clerk) => readByScan(client, 'eVoucher', await centre.code(psnNo)),
    preSettle: (person, input = {}, client = clerk) =>
      sendPreSettle(client, {
        readId: person.readId,
        insutype: person.insutype,
        medicalType: '41',
        prescription: { number: 'RX20261120001', hospital: '苏州市示例医院', doctor: '陈医生' },
        lines: exampleA,
        ...(input as object),
      } as never),
    settle: (order, client = clerk) =>
      client.send(settlement.settle, { orderId: order.id }, { 'idempotency-key': order.settleKey ?? 'none' }),
    close: async () => {
      await server.close()
      if (!shared) await centre.close()
    },
  }
}
