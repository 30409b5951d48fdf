import type { ReprintReason } from '@yibao/shared/agent/reprint.ts'
import { lineAmount, sum, yuan } from '@yibao/shared/money.ts'
import { createElement } from 'react'
import type { Disease, Item, Order, Person } from '../../../src/counter/flow/model.ts'
import type { CounterPorts } from '../../../src/counter/ports.ts'
import { area, doctors, item, order, other, person, pills, split, vitamin } from '../fixtures.ts'

type Ending = 'settled' | 'lost' | 'refused' | 'held'

/** The server, the agent and the ERP of the page under test, and the levers the tests pull. */
export interface Fake {
  calls: { path: string; input: Record<string, unknown>; key?: string | undefined }[]
  /** How the next settlement ends. `held` waits for `release`. */
  ending: Ending
  release: (answer?: Partial<Order>) => void
  /** What the next reversals wait for. */
  reversing: Promise<unknown> | undefined
  reversed: () => void
  /** undefined: the server cannot say. */
  diseases: Disease[] | undefined
  /** The store's doctors and pharmacists; undefined: they cannot be read. */
  staff: ReturnType<typeof doctors> | undefined
  /** What the centre says to the next pre-settlements instead of a split. */
  refusal: string | undefined
  /** ms a pre-settlement takes. */
  pricing: number
  orders: Record<string, Order>
  parked: { parkedId: string; maskedName: string; input: { lines: { ownCode: string }[] } }[]
  /** Who the next reading finds. */
  who: Person
  /** How the next print jobs end. */
  ends: string
  jobs: { id: string; state: string; code?: string }[]
  toErp: string[]
  fromErp: (frame: unknown) => void
  orderChanged: (orderId: string) => void
  setLink: (link: { online: boolean; agent: boolean }) => void
  items: Item[]
  went: string[]
  leave: () => Promise<boolean>
  /** What the clerk says when a slip is printed again. */
  reason: ReprintReason | undefined
  /** The card before the next reversal is somebody else's. */
  unread: boolean
  /** How often a second person gave his word. */
  words: number
  /** What the counter keeps at this PC (SPEC 3). */
  stored: Record<string, unknown>
}

const goods = (): Item[] => [
  item(),
  pills(),
  vitamin(),
  item({
    ownCode: 'D004',
    barCode: '6901234567922',
    name: '盐酸二甲双胍缓释片（Ⅲ）五百毫克六十片装家庭常备',
    spec: '0.5g*60片',
    price: '128.50',
    itemClass: '乙',
    prescription: false,
    traceRequired: true,
  }),
]

const refusalError = (message: string, code: string, statusCode: number) =>
  Object.assign(new Error(message), { code, statusCode, tips: '' })

export const fakePorts = (
  viewer: boolean,
  settings: Parameters<typeof area>[0] = {},
): { ports: CounterPorts; fake: Fake } => {
  let held: ((answer: Order) => void) | undefined
  let heldId = ''
  let keys = 0
  let frameListener: (frame: unknown) => void = () => undefined
  let orderListener: (orderId: string) => void = () => undefined
  const fake: Fake = {
    calls: [],
    ending: 'settled',
    release: (answer = {}) => held?.({ ...fake.orders[heldId]!, status: '2', ...answer }),
    reversing: undefined,
    reversed: () => undefined,
    diseases: [],
    staff: doctors(),
    refusal: undefined,
    pricing: 0,
    orders: {},
    parked: [],
    who: person(),
    ends: 'done',
    jobs: [],
    toErp: [],
    fromErp: (frame) => frameListener(frame),
    orderChanged: (id) => orderListener(id),
    setLink: () => undefined,
    items: goods(),
    went: [],
    leave: async () => true,
    reason: undefined,
    unread: false,
    words: 0,
    stored: {},
  }

  const price = (input: Record<string, unknown>): Order => {
    const lines = input.lines as { ownCode: string; price: string; quantity: string }[]
    const total = sum(lines.map((line) => lineAmount(line.price, line.quantity)))
    const account = Math.min(total, 6000)
    const amounts = { total: yuan(total), account: yuan(account), cash: yuan(total - account) }
    keys += 1
    const id = (input.orderId as string) ?? `o${keys}`
    const priced = order({
      ...amounts,
      id,
      settleKey: `k${keys}`,
      split: split({ ...amounts, balance: yuan(6000 - account) }),
      maskedName: fake.who.maskedName,
      lines: lines.map(({ ownCode, price: each, quantity }, i) => {
        const { name, spec, unit } = fake.items.find((one) => one.ownCode === ownCode)!
        const known = { nationalCode: '', producer: '', prescription: false, traceCodes: [] }
        return { ...known, no: i + 1, ownCode, name, spec, unit, quantity, price: each, amount: '0.00' }
      }),
    })
    if (input.erpBill) priced.erpBill = input.erpBill as string
    fake.orders[id] = priced
    return priced
  }

  const settle = (input: Record<string, unknown>): Promise<Order> => {
    const id = input.orderId as string
    const done = { ...fake.orders[id]!, status: '2' as const }
    if (fake.ending === 'refused')
      return Promise.reject(refusalError('【302002】医保中心：“账户状态异常”', '302002', 422))
    if (fake.ending === 'lost') {
      fake.orders[id] = { ...done, status: '4' }
      return Promise.reject(refusalError('Network Error', 'network', 0))
    }
    if (fake.ending === 'held') {
      heldId = id
      return new Promise((resolve) => {
        held = resolve
      })
    }
    fake.orders[id] = done
    return Promise.resolve(done)
  }

  const routes: Record<string, (input: Record<string, unknown>) => unknown> = {
    '/api/YBConfig/PullMedicalUI': () => area(settings),
    '/api/Card/PageDropDown': () => ({
      insutypes: [],
      medicalTypes: [],
      media: [],
      reversalReasons: ['顾客退货', '药品录入有误'],
    }),
    '/api/Doctor/StoreDoctors/:id': () => {
      if (!fake.staff) throw refusalError('服务暂时不可用', 'network', 0)
      return fake.staff
    },
    '/api/Card/Read': () => fake.who,
    '/api/Card/FollowCacheGetCardInfo': () => fake.who,
    '/api/Card/Disease': () => {
      if (!fake.diseases) throw refusalError('服务暂时不可用', 'network', 0)
      return fake.diseases
    },
    '/api/Card/DiseaseBalance': () => fake.diseases ?? [],
    '/api/Card/Benefits': () => ({ enjoyed: true, accountUsable: true, reasons: [] }),
    '/api/BuyLog/QueryUserBuyLog': () => [],
    '/api/Catalogue/SearchItemDirectoryList': ({ keyword }) =>
      fake.items.filter(
        (one) =>
          [one.ownCode, one.barCode, one.initials].includes(String(keyword).toUpperCase()) ||
          one.name.includes(String(keyword)),
      ),
    '/api/Settlement/PreSettle': async (input) => {
      if (fake.refusal) throw refusalError(fake.refusal, '302002', 422)
      if (fake.pricing) await new Promise((resolve) => setTimeout(resolve, fake.pricing))
      return price(input)
    },
    '/api/Settlement/Settle': settle,
    '/api/Settlement/Cancel': async ({ orderId }) => {
      await fake.reversing
      const unread =
        fake.unread && Object.assign(refusalError('没有读到本人的卡', '', 409), { extend: { key: 'card.other' } })
      fake.unread = false
      if (unread) throw unread
      fake.orders[orderId as string] = { ...fake.orders[orderId as string]!, status: '3' }
      return fake.orders[orderId as string]
    },
    '/api/Settlement/Park': (input) => {
      const lines = input.lines as { ownCode: string }[]
      const row = {
        parkedId: `p${fake.parked.length + 1}`,
        maskedName: fake.who.maskedName,
        input: { ...input, lines },
      }
      fake.parked.push(row)
      return { ...row, count: lines.length, total: '85.60' }
    },
    '/api/Settlement/ParkedList': () =>
      fake.parked.map(({ parkedId, maskedName, input }) => ({
        parkedId,
        maskedName,
        count: input.lines.length,
        total: '85.60',
        at: '2026-11-21 10:31:00',
        operatorName: '王小明',
      })),
    '/api/Settlement/Unpark': ({ parkedId }) => {
      const row = fake.parked.find((one) => one.parkedId === parkedId)!
      fake.parked = fake.parked.filter((one) => one !== row)
      return {
        orderId: 'o1',
        maskedName: row.maskedName,
        credentialNeeded: true,
        medicalType: '41',
        insutype: '310',
        ...row.input,
      }
    },
    '/api/Order/Get/:id': ({ id }) => fake.orders[id as string],
    '/api/Order/AbnormalPaged': () => ({ items: [], total: 0, totalIsBound: false }),
    '/api/Slip/Make': ({ orderId, reprintReason }) => {
      const before = `slip-${orderId}`
      const out = fake.calls.some(({ path, input }) => path === '/api/Slip/Printed' && input.slipId === before)
      const made = { layout: '80', printNo: 1, pages: 1, missingCharacters: [], needsReason: out && !reprintReason }
      return reprintReason
        ? { ...made, slipId: `${before}-${fake.calls.length}`, reprintOf: before }
        : { ...made, slipId: before }
    },
    '/api/Slip/Printed': () => null,
  }

  const ports: CounterPorts = {
    callServer: async (call, input, options) => {
      const given = input as Record<string, unknown>
      fake.calls.push({ path: call.path, input: given, key: options?.idempotencyKey })
      if (call.path === '/api/Card/Read' && options?.scanned?.code.startsWith('32')) fake.who = other()
      return (await routes[call.path]!(given)) as never
    },
    slipPdf: async () => new Uint8Array([0x25, 0x50, 0x44, 0x46]),
    device: {
      print: async (_pdf, { idempotencyKey }) => {
        const job = { id: idempotencyKey, state: fake.ends }
        fake.jobs.push(job)
        return job
      },
      job: async (id) => fake.jobs.find((job) => job.id === id)!,
      resolve: async (id) => ({ id, state: 'done' }),
    },
    erp: {
      onFrame: (listener) => {
        frameListener = listener
        return () => undefined
      },
      send: async (frame) => {
        fake.toErp.push(frame)
        return 'host'
      },
      refuse: () => undefined,
      unheard: () => undefined,
    },
    onOrderChanged: (listener) => {
      orderListener = listener
      return () => undefined
    },
    onRxChanged: () => () => undefined,
    onAnew: () => () => undefined,
    rx: { enter: async () => undefined, review: async () => false, match: async () => undefined },
    newKey: () => Math.random().toString(36).slice(2),
    me: {
      ...{ userId: 'u1', operatorName: '王小明', storeId: 's1', storeName: '示例大药房观前店' },
      ...{ settle: !viewer, reverse: !viewer, price: !viewer },
    },
    tabId: '/medical-insurance-settlement/swiping-card',
    go: (path) => void fake.went.push(path),
    authorize: async () => `a${++fake.words}`,
    askReprint: async () => fake.reason,
    relogin: () => undefined,
    dictText: (_type, value) => ({ 1: '男', 2: '女' })[value] ?? value,
    store: (name, value) => void Object.assign(fake.stored, { [name]: value }),
    beforeLeave: (ask) => {
      fake.leave = ask
      return () => undefined
    },
    dirty: () => undefined,
    underWay: () => undefined,
    seldom: () => import('../../../src/counter/world/seldom-calls.ts'),
    PrintPreview: ({ onPrinted, onClose }) =>
      createElement(
        'dialog',
        { open: true, 'aria-label': '打印预览', style: { position: 'fixed', top: 80, zIndex: 50 } },
        createElement('button', { type: 'button', onClick: () => onPrinted('done', 'P1') }, '打印'),
        createElement('button', { type: 'button', onClick: onClose }, '关闭'),
      ),
  }
  return { ports, fake }
}
