import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { formatDay, parseTime } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { settableClock } from '../../test/clock.ts'
import { intent } from '../order/tables.ts'
import { openCounter, otc, plain, tellTime } from './test/counter.ts'

// A split is the centre's word on the day it was asked: what the year has cost a person so far begins anew on 1 January,
// and his age, his filings and the rules are those of a day.

const insured = '32050000000000000001'
const minute = 60_000
const { clock, steady, pass } = settableClock()
const toMidnight = parseTime(`${formatDay(clock())} 23:59:59`).getTime() + 1000 - clock().getTime()
pass(toMidnight - 2 * minute)

const counter = opened(() => openCounter('clerk', { clock, steady, config: { settleWait: 5_000 }, settings: plain }))

const anew = { error: '预结算做于零点之前，今天的报销可能不同，原预结算作废', tips: '按 F8 重新预结算' }
const sent = (id: string) => counter.server.deps.db.$count(intent, eq(intent.orderId, id))

test('what was priced before midnight is not settled behind it: it is priced anew', async () => {
  const price = async (amount: string, orderId?: string) =>
    counter.preSettle(await counter.read(insured), { lines: otc(amount), orderId } as never)
  const kept = await price('1.10')
  const settled = await price('1.20')
  const booked = await counter.settle(settled)
  expect(booked.result).toMatchObject({ status: '2' })
  // Asked before midnight, and answered behind it: of the day it was asked.
  const late = await counter.centre.during(
    '2101',
    () => price('1.30'),
    async () => pass(toMidnight + minute),
  )
  await tellTime(counter.centre, clock())
  await counter.clerk.ok(signIn.do)
  for (const one of [kept, late]) {
    expect((await counter.settle(one)).resultNotice, one.total).toMatchObject(anew)
    expect(await sent(one.id), 'nothing left').toBe(0)
  }
  // What has had its answer says it again, whatever day it is.
  expect((await counter.settle(settled)).result).toEqual(booked.result)
  expect((await counter.settle(await price('1.10', kept.id))).result).toMatchObject({ status: '2', id: kept.id })
})
