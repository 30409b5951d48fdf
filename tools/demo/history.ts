import { approval } from '@yibao/shared/calls/approval.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { diseasesInfo, fixedFiling } from '@yibao/shared/calls/filing.ts'
import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { addDays, addMonths, formatDay } from '@yibao/shared/time.ts'
import { type Api, apiOf, login, sealedPassword } from '../api.ts'
import type { Centre } from '../centre.ts'
import { askAfter, ended, takeCatalogues, takeStaff } from './basics.ts'
import { DemoCounter, diceOf, yuanOf } from './counter.ts'

/** Persons of a demo set. */
const persons = 38

const shops = [
  { areaCode: '320500', clerk: 'clerk', manager: 'area', code: 'P32050100001' },
  { areaCode: '320100', clerk: 'clerk2', manager: 'area', code: 'P32010200001' },
  { areaCode: '430100', clerk: 'clerk3', manager: 'admin', code: 'P43010200001' },
] as const
type Shop = (typeof shops)[number]

interface Stage {
  serverUrl: string
  centre: Centre
  say: (text: string) => void
  /** Every how many days the shops are open: more is quicker. */
  step: number
}

const dice = diceOf(20_261_123)
/** By itself, so that who buys what does not go by how it was paid. */
const paying = diceOf(4_200)

/** Days from one to another, every `step` of them. */
const daysFrom = (first: string, last: string, step: number): string[] => {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, step)) days.push(day)
  return days
}

const managerOf = async (serverUrl: string, { manager, areaCode }: Shop): Promise<Api> => {
  const everywhere = await login(serverUrl, manager)
  const { token } = await everywhere.ok(auth.switchArea, { medicalAreaCode: areaCode })
  return apiOf(serverUrl, token)
}

/** A day of a shop: some customers, one of whom now and then brings his medicines back. */
const playDay = async (counter: DemoCounter, customers: number) => {
  const sold: NonNullable<Awaited<ReturnType<DemoCounter['sell']>>>[] = []
  // Not everybody may buy: one's insurance is stopped, another's account is frozen.
  for (let tries = 0; sold.length < customers && tries < customers * 3; tries++) {
    const order = await counter.sell(1 + dice(persons), counter.lines(dice))
    if (!order) continue
    await counter.collect(order, paying(5))
    sold.push(order)
  }
  const back = dice(4) === 0 ? sold.pop() : undefined
  if (back) await counter.cancel(back.id)
  // What is not given back yet waits in 其他支付订单.
  if (back && paying(3)) await counter.giveBack(back.id)
  return { sold, back }
}

/** A customer brings his medicines back; who could authorise it is elsewhere. */
const askFromAfar = ({ api }: DemoCounter, orderId: string) =>
  api.ok(approval.submit, { reversal: { orderId, reason: '顾客退药' } })

/** A customer who buys far more than anybody needs: the audit reminds, the clerk goes on, the store appeals. */
const buyTooMuch = (counter: DemoCounter) => counter.sell(1, [{ ownCode: '100005', price: '30.00', quantity: '11' }])

/** What a shop has besides sales: a chronic disease and a pharmacy that are filed, prescriptions that wait for review. */
const fileAndPrescribe = async (counter: DemoCounter): Promise<void> => {
  const { api } = counter
  const today = formatDay(new Date())
  const doctor = { doctorCode: 'D320501000001', doctorName: '陈䶮𠮷' }
  const hospital = { hospitalCode: 'H32050100001', hospitalName: '示例市第一人民医院' }
  const diabetes = {
    insutype: '310',
    diseaseCode: 'M01600',
    diseaseName: '糖尿病',
    identifiedOn: today,
    beginDay: today,
  }
  const filed = await api.ok(diseasesInfo.add, {
    ...{ readId: await counter.read(2), ...doctor, ...hospital, ...diabetes },
  })
  await api.ok(diseasesInfo.upload, { id: filed.id })
  const draft = { businessType: '03', order: 1, beginDay: today }
  await api.ok(fixedFiling.add, { readId: await counter.read(9), ...draft })
  for (const n of [1, 3])
    await api.ok(rx.counterSave, {
      readId: await counter.read(n),
      ...{ number: `CF${today.replaceAll('-', '')}00${n}`, hospital: hospital.hospitalName, doctor: doctor.doctorName },
      ...{ prescribedOn: today, rxType: '1', attribute: '02', diagnosis: '上呼吸道感染' },
      lines: [{ name: '阿莫西林胶囊', ownCode: '100001', quantity: '1', unit: '盒' }],
    })
}

/** The books of a month: every day compared, then the whole of one that is over. */
const reconcile = async (manager: Api, month: string, isOver: boolean): Promise<void> => {
  await ended(manager, await manager.ok(monthBooks.monthCheck, { month }))
  if (isOver) await ended(manager, await manager.ok(monthBooks.monthTotal, { month }))
}

/** The month's money is applied for, and the centre's people decide about it as far as `moves` go. */
const claim = async (manager: Api, centre: Centre, { code }: Shop, month: string, moves: readonly string[]) => {
  await ended(manager, await manager.ok(liquidation.generate, { month }))
  const { items } = await manager.ok(liquidation.paged, { from: month, to: month, pageSize: 50 })
  for (const { id, total, fund } of items) await manager.ok(liquidation.apply, { id, total, fund })
  for (const move of moves) await centre.decide(code, move)
  for (const { id } of items) await manager.ok(liquidation.queryState, { id })
}

/**
 * Last month and this one until today, lived through at the counters of three shops by the calls the counter makes: on
 * the centre's clock, in both books. Then the books are compared and the last month is applied for. What differs, waits
 * and was refused in it is meant to: each page has something to do.
 */
export const playHistory = async ({ serverUrl, centre, say, step }: Stage): Promise<void> => {
  const today = formatDay(new Date())
  const thisMonth = today.slice(0, 7)
  const lastMonth = addMonths(thisMonth, -1)
  const counters = new Map<Shop, DemoCounter>()
  for (const shop of shops) {
    const { areaCode, manager: userName } = shop
    const supervisor = async () => ({ userName, passWord: await sealedPassword(serverUrl) })
    const counter = new DemoCounter({ api: await login(serverUrl, shop.clerk), areaCode, centre, supervisor })
    await counter.open()
    counters.set(shop, counter)
    const { total } = await counter.api.ok(order.paged, { from: `${lastMonth}-01`, to: today, pageSize: 1 })
    if (total) throw new Error('这里已经有上个月或这个月的订单。停止 npm start、删除 data/ 后可以从头演示')
  }
  const days = daysFrom(`${lastMonth}-01`, addDays(today, -1), step)
  for (const [i, day] of days.entries()) {
    const told: string[] = []
    for (const [{ areaCode, code }, counter] of counters) {
      await centre.at(new Date(`${day}T09:${String(10 + dice(45))}:00+08:00`))
      // One day of one shop does not agree: a settlement that only the centre has.
      if (i === 1 && areaCode === '320500')
        await centre.fault({
          fault: 'centreOnlyRow',
          fixmedins_code: code,
          psn_no: `${areaCode}${'1'.padStart(14, '0')}`,
        })
      const { sold, back } = await playDay(counter, 3 + dice(3))
      told.push(`${sold.length} 笔 ${yuanOf(sold)} 元${back ? '，撤销 1 笔' : ''}`)
    }
    say(`${day}：${told.join('；')}`)
  }
  await centre.at(new Date())
  say(`${today}：今天的几笔、备案和处方`)
  for (const [{ areaCode }, counter] of counters) {
    const { sold } = await playDay(counter, 2)
    // Its area asks a second person for every reversal, and today nobody is beside the clerk.
    if (areaCode === '320100' && sold[0]) await askFromAfar(counter, sold[0].id)
  }
  const first = counters.get(shops[0])!
  await buyTooMuch(first)
  await fileAndPrescribe(first)
  for (const shop of shops) {
    const manager = await managerOf(serverUrl, shop)
    for (const month of [lastMonth, thisMonth]) {
      say(`${shop.areaCode} ${month}：对账`)
      await reconcile(manager, month, month < thisMonth)
    }
    await takeStaff(manager)
    if (shop.areaCode === '320500') {
      say(`${shop.areaCode}：下载药品目录和病种目录，比对商品`)
      await takeCatalogues(manager)
      continue
    }
    say(`${shop.areaCode} ${lastMonth}：申请清算`)
    const moves = shop.areaCode === '430100' ? ['firstReview', 'approve', 'pay'] : ['firstReview']
    await claim(manager, centre, shop, lastMonth, moves)
    if (shop.areaCode === '320100') await askAfter(manager, lastMonth)
  }
}
