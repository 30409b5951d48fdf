import { diseasesInfo } from '@yibao/shared/calls/filing.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { fileDisease, repealDisease } from '../../centre/operations/disease-filing.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { storeOf } from '../organisation/store.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { filing } from './tables.ts'
import { landed } from './test/landed.ts'

// A message whose answer was lost is not repeated while it can still arrive, and where the repeated one is refused the
// centre's list says what became of it: the centre's book, ours, and what the clerk reads.

const form = {
  ...{ insutype: '310', diseaseName: '恶性肿瘤门诊治疗', hospitalCode: 'H32050100001' },
  ...{ hospitalName: '示例市第一人民医院', identifiedOn: '2026-10-08', doctorCode: 'D320501000001' },
  ...{ doctorName: '陈䶮𠮷', beginDay: '2026-10-09' },
}
const counter = opened(() => openCounter())

// A person of his own for each test: the centre keeps what it was told.
const people = [1, 2, 12, 16, 17, 18].map((n) => `320500${String(n).padStart(14, '0')}`)
let psnNo = ''
let id = ''
beforeEach(async () => {
  psnNo = people.shift()!
  const { readId } = await counter.read(psnNo)
  const added = await counter.clerk.send(diseasesInfo.add, { readId, ...form, diseaseCode: 'M00500' })
  expect(added.resultNotice?.error ?? '').toBe('')
  id = added.result!.id
})

const upload = () => counter.clerk.send(diseasesInfo.upload, { id })
const repeal = () => counter.clerk.send(diseasesInfo.repeal, { id, reason: '填错病种' })
const ours = () => counter.clerk.ok(diseasesInfo.get, { id })
const theirs = async () => (await counter.centre.filings(psnNo)).map(({ infno }) => infno)
const compared = async () => {
  const { rows } = await counter.clerk.ok(diseasesInfo.compare, { id })
  return rows.map(({ verdict, next }) => [verdict, next])
}
const fault = (name: string, infno: string, more: object = {}) => counter.centre.fault({ fault: name, infno, ...more })
/** What was lost reaches the centre all the same. */
const arrives = async (name: 'upload' | 'repeal') => {
  const { deps } = counter.server
  const shop = await storeOf(deps, storeIdOf('P32050100001'))
  const [row] = await deps.db.select().from(filing).where(eq(filing.id, id))
  const whole = { ...form, psnNo, insuredArea: '320500', diseaseCode: 'M00500', tel: '', address: '', endDay: '' }
  const sending = { timeoutMs: 5000, insuredArea: '320500' }
  const answer =
    name === 'upload'
      ? await runAsSystem(deps, shop, fileDisease, whole, sending)
      : await runAsSystem(deps, shop, repealDisease, { psnNo, serial: row!.serial, reason: '填错病种' }, sending)
  expect(answer).toMatchObject({ kind: 'booked' })
}
const early = (action: string) => ({
  error: `上一次的${action}可能还在路上，医保中心还没有「恶性肿瘤门诊治疗」的结果，没有再发`,
  tips: expect.stringMatching(new RegExp(`^1[01] 分钟后再按一次「${action}」：系统先向中心查询`)),
})

test('an upload that was lost is not repeated while it can arrive: it does, and is found', async () => {
  await fault('dropBeforeBooking', '2503')
  expect((await upload()).statusCode).toBe(504)
  const again = await upload()
  expect([again.statusCode, again.resultNotice]).toMatchObject([409, early('上报')])
  expect(await theirs(), 'nothing left').toEqual([])
  expect(await compared()).toEqual([['oursOnly', '中心还没有收到，请再按一次「上报」：系统先核实再发送']])
  await arrives('upload')
  expect(await compared()).toEqual([['both', '已在中心，请再按一次「上报」确认结果']])
  expect((await upload()).result).toMatchObject({ state: 'uploaded' })
  expect(await theirs(), 'filed once').toEqual(['2503'])
})

test('one that arrives between the question and its repeat: that is refused, and the filing is the centre’s all the same', async () => {
  await fault('dropBeforeBooking', '2503')
  await upload()
  await landed(counter, id)
  const ended = await counter.centre.during({ infno: '5301', when: 'after' }, upload, () => arrives('upload'))
  expect(ended.result).toMatchObject({
    state: 'uploaded',
    message: '医保中心已有这条备案，申报流水号没有收到，撤销请到中心办理',
  })
  expect(await theirs()).toEqual(['2503'])
  expect(await compared(), 'not as somebody else’s').toEqual([['both', '']])
})

test('while the centre cannot be asked again it stays unknown, and says what the centre said', async () => {
  await fault('dropBeforeBooking', '2503')
  await upload()
  await landed(counter, id)
  const ended = await counter.centre.during({ infno: '5301', when: 'after' }, upload, async () => {
    await arrives('upload')
    await fault('refuse', '5301', { text: '维护' })
  })
  expect(ended.statusCode).toBe(422)
  expect(await ours()).toMatchObject({ state: 'unknown', message: expect.stringContaining('不能重复备案') })
  expect((await repeal()).statusCode, 'what may be there is not forgotten').toBe(409)
  expect((await upload()).result).toMatchObject({ state: 'uploaded' })
  expect(await theirs()).toEqual(['2503'])
})

test('a repeat that is refused and not there is refused, and may be corrected', async () => {
  await fault('dropBeforeBooking', '2503')
  await upload()
  await landed(counter, id)
  await fault('refuse', '2503', { text: '该病种不在本地目录' })
  expect((await upload()).statusCode).toBe(422)
  expect(await ours()).toMatchObject({ state: 'refused', message: '该病种不在本地目录' })
  expect((await upload()).result).toMatchObject({ state: 'uploaded' })
})

test('a repeal likewise: not repeated while it can arrive, and what is gone is not called uploaded again', async () => {
  await upload()
  await fault('dropBeforeBooking', '2504')
  expect((await repeal()).statusCode).toBe(504)
  expect(await compared()).toEqual([['both', '还在中心，请再按一次「撤销」']])
  expect((await repeal()).resultNotice).toMatchObject(early('撤销'))
  expect((await ours()).state).toBe('unknown')
  await landed(counter, id)
  const ended = await counter.centre.during({ infno: '5301', when: 'after' }, repeal, () => arrives('repeal'))
  expect(ended.result).toMatchObject({ state: 'repealed', reason: '填错病种' })
  expect(await theirs()).toEqual([])
})

test('a repeal that arrived behind its answer is found gone at once', async () => {
  await upload()
  await fault('dropBeforeBooking', '2504')
  await repeal()
  await arrives('repeal')
  expect(await compared()).toEqual([['oursOnly', '中心已没有这条，请再按一次「撤销」确认结果']])
  expect((await repeal()).result).toMatchObject({ state: 'repealed' })
})
