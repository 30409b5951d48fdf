import { centre as calls } from '@yibao/shared/calls/centre.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { signIn as signIns } from '../attendance/tables.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { askSilent } from './standing.ts'
import { centreState } from './tables.ts'
import { CentreWatch } from './watch.ts'

// What the light 医保中心 says: whether the centre answers, how fast, since when not, and until when it is out of use.

const told: [room: string, event: string][] = []
const live = { publish: (room: string, event: string) => void told.push([room, event]) }
const counter = opened(() => openCounter('clerk', { live }))
const person = '32050000000000000001'
const state = () => counter.clerk.ok(calls.state)
const flush = () => counter.server.deps.services.watch.flush()
const changes = () => told.filter(([, event]) => event === 'centre.changed')
beforeEach(async () => {
  await counter.centre.clearFaults()
  await counter.clerk.ok(signIn.do)
  await flush()
  told.length = 0
})
const drop = () => counter.centre.fault({ fault: 'dropAfterBooking', infno: '1101', times: 1 })

test('a centre that answers is well, with what its answers take', async () => {
  await counter.read(person)
  await flush()
  expect(await state()).toMatchObject({ state: 'ok', ms: expect.any(Number), answeredAt: expect.any(String) })
  expect(changes()).toEqual([])
})

test('one that leaves a question without an answer is cut from then on, for everybody of its area, until it answers', async () => {
  await drop()
  await expect(counter.read(person)).rejects.toThrow('医保中心暂时不能访问')
  await expect.poll(changes).toEqual([['area:320500', 'centre.changed']])
  const area = await counter.server.as('area', { areaCode: '320500' })
  for (const who of [counter.clerk, area])
    expect(await who.ok(calls.state)).toMatchObject({ state: 'silent', since: expect.any(String) })
  // Nothing of ours that needs no centre says that it is back.
  await counter.clerk.ok(signIn.current)
  expect((await state()).state).toBe('silent')
  await counter.clerk.ok(calls.retry)
  const back = await state()
  expect([back.state, back.since]).toEqual(['ok', undefined])
  expect(changes()).toHaveLength(2)
})

test('another area’s centre is not called cut with it', async () => {
  await drop()
  await counter.read(person).catch(() => undefined)
  await flush()
  const elsewhere = await counter.server.as('clerk2')
  expect((await elsewhere.ok(calls.state)).state).toBe('unknown')
})

test('a refusal for want of an answer says when the last one came', async () => {
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '1901', times: 1 })
  const refused = await counter.clerk.send(calls.retry)
  expect(refused).toMatchObject({
    statusCode: 502,
    resultExtendInfo: { lastSuccess: expect.stringMatching(/\d\d:\d\d/) },
  })
})

test.each([
  ['by a store at work', () => counter.clerk.ok(signIn.do)],
  [
    'before anybody has signed in',
    () => counter.server.deps.db.update(signIns).set({ signedOutAt: counter.server.deps.clock() }),
  ],
])('a silent centre is asked by itself whether it is there again, %s', async (_, standing) => {
  const { deps } = counter.server
  await drop()
  await counter.read(person).catch(() => undefined)
  await flush()
  // It went silent this very moment: whoever stands there has just tried.
  expect(await askSilent(deps)).toBe(0)
  await standing()
  await deps.db
    .update(centreState)
    .set({ silentSince: new Date(deps.clock().getTime() - 60_000), askedAt: null })
    .where(eq(centreState.areaCode, '320500'))
  expect(await Promise.all([askSilent(deps), askSilent(deps)])).toContain(1)
  await flush()
  expect((await state()).state).toBe('ok')
})

test('it is slow when the middle one of its last answers is, and one long question makes no slow centre', async () => {
  const { db, clock } = counter.server.deps
  const watch = new CentreWatch(db, clock, live)
  const answers = async (...times: number[]) => {
    for (const ms of times) watch.hear('430100', '2101', { kind: 'booked', output: {}, refMsgid: '', ms })
    await watch.flush()
  }
  const elsewhere = await counter.server.as('clerk3')
  await answers(200, 300, 90_000)
  // A catalogue takes its time.
  watch.hear('430100', '1301', { kind: 'booked', output: {}, refMsgid: '', ms: 90_000 })
  expect(await elsewhere.ok(calls.state)).toMatchObject({ state: 'ok', ms: 300 })
  await answers(4200, 4300, 4400)
  expect(await elsewhere.ok(calls.state)).toMatchObject({ state: 'slow', ms: 4300 })
  expect(changes().at(-1)).toEqual(['area:430100', 'centre.changed'])
})

test('a question without an answer says nothing where later ones were answered: one slow store makes no other red', async () => {
  const watch = new CentreWatch(counter.server.deps.db, () => new Date('2026-11-27T02:00:00Z'), live)
  watch.hear('430200', '2101', { kind: 'booked', output: {}, refMsgid: '', ms: 300 })
  await watch.flush()
  watch.hear('430200', '1101', { kind: 'unknown', reason: 'timeout', detail: '', ms: 60_000 })
  await watch.flush()
  const stands = async () =>
    (await counter.server.deps.db.select().from(centreState)).find(({ areaCode }) => areaCode === '430200')
  expect(await stands()).toMatchObject({ silentSince: null })
  // Whoever would not wait any longer ended it himself.
  watch.hear('430200', '2693', { kind: 'unknown', reason: 'closed', detail: 'aborted', ms: 20 })
  await watch.flush()
  expect(await stands()).toMatchObject({ silentSince: null })
  // Nothing has been answered since this one began.
  watch.hear('430200', '1101', { kind: 'unknown', reason: 'closed', detail: '', ms: 20 })
  await watch.flush()
  expect((await stands())?.silentSince).not.toBeNull()
})

test('of several nodes what was heard last counts, not what was written last', async () => {
  const { db } = counter.server.deps
  let now = Date.parse('2026-11-27T02:00:00Z')
  const [here, there] = [0, 1].map(() => new CentreWatch(db, () => new Date(now), live)) as [CentreWatch, CentreWatch]
  const answer = (watch: CentreWatch) =>
    watch.hear('430300', '2101', { kind: 'booked', output: {}, refMsgid: '', ms: 9 })
  const silence = (watch: CentreWatch) => watch.hear('430300', '2101', { kind: 'notSent', reason: '' })
  const silentSince = async () => {
    const [row] = await db.select().from(centreState).where(eq(centreState.areaCode, '430300'))
    return row!.silentSince?.toISOString()
  }
  answer(here)
  await here.flush()
  answer(here)
  now += 1000
  silence(there)
  await there.flush()
  // An answer of before is written after it.
  await here.flush()
  expect(await silentSince()).toBe('2026-11-27T02:00:01.000Z')
  silence(there)
  now += 1000
  answer(here)
  await here.flush()
  // So is a silence of before.
  await there.flush()
  expect(await silentSince()).toBeUndefined()
})

test('an announced maintenance is told before it begins, stands in the light with its end, and goes when it is withdrawn', async () => {
  const { deps } = counter.server
  const area = await counter.server.as('area', { areaCode: '320500' })
  const at = (hours: number) => formatTime(new Date(deps.clock().getTime() + hours * 3_600_000))
  const form = {
    title: '医保中心系统升级',
    content: '期间不能结算',
    type: 'maintenance',
    level: 'warning',
    scope: 'areas',
  } as const
  const endless = await area.send(message.publish, { ...form, areas: ['320500'] })
  expect(endless.error?.message).toContain('请填写维护到什么时候结束')
  const said = { title: form.title, from: at(2), until: at(8) }
  const { id } = await area.ok(message.publish, { ...form, areas: ['320500'], validFrom: at(2), validTo: at(8) })
  for (const who of [counter.clerk, area]) expect((await who.ok(calls.state)).maintenance).toEqual(said)
  expect((await counter.clerk.ok(message.paged, { tab: 'unread' })).items.map(({ title }) => title)).toContain(
    form.title,
  )
  expect((await (await counter.server.as('clerk2')).ok(calls.state)).maintenance).toBeUndefined()
  await area.ok(message.delete, { ids: [id], withdraw: true })
  expect((await state()).maintenance).toBeUndefined()
})

test('a maintenance lasts 30 days at most, and of several that one stands which is under way and ends first', async () => {
  const { deps } = counter.server
  const area = await counter.server.as('area', { areaCode: '320500' })
  const at = (hours: number) => formatTime(new Date(deps.clock().getTime() + hours * 3_600_000))
  const publish = (title: string, from: number, to: number) =>
    area.send(message.publish, {
      ...{ title, content: '期间不能结算', type: 'maintenance', level: 'warning' },
      ...{ scope: 'areas', areas: ['320500'], validFrom: at(from), validTo: at(to) },
    })
  const endless = await publish('年份写错', 2, 2 + 30 * 24 + 1)
  expect(endless.error?.message).toContain('停机维护一次最长 30 天')
  expect(endless.error?.fields).toEqual({ validTo: '最晚为生效后 30 天' })
  const ids: string[] = []
  for (const [title, from, to] of [
    ['一个月', 0, 30 * 24],
    ['今晚', 0, 8],
    ['明早', 4, 6],
  ] as const)
    ids.push((await publish(title, from, to)).result!.id)
  expect((await state()).maintenance?.title).toBe('今晚')
  await area.ok(message.delete, { ids, withdraw: true })
})
