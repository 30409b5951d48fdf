import { rx } from '@yibao/shared/calls/prescription.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Client } from '../../test/kit.ts'
import { sealedByAnother } from '../../test/other-key.ts'
import { sendFile } from '../../test/send-file.ts'
import { area } from '../organisation/tables.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { prescription, prescriptionFormer, prescriptionFormerImage } from './tables.ts'
import { enter, paper, pass, register } from './test/paper.ts'

// What a pharmacist refused, and on what, stays readable when the paper is written at and passed after that.

const counter = opened(() => openCounter())
let pharmacist: Client
let other: Client
beforeAll(async () => {
  await register(counter.server)
  pharmacist = await counter.server.as('pharmacist')
  other = await counter.server.as('pharmacist2')
})

const png = (n: number) => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, n])
const photograph = async (id: string, n: number) => {
  const answer = await sendFile(counter.server, counter.clerk, rx.counterImage, {
    ...{ fields: { id }, name: 'rx.png', bytes: png(n) },
  })
  return (answer as { result: { revision: number } }).result.revision
}
const pictureOf = async (id: string, revision?: number) => {
  const answer = await pharmacist.send(rx.picture, { id, ...(revision !== undefined && { revision }) })
  return [...answer.bytes].at(-1)
}
const now = (id: string) => pharmacist.ok(rx.get, { id })
const refuse = (one: { id: string; revision: number }, opinion: string) =>
  pass(pharmacist, one, { passed: false, opinion })
const correct = (one: { id: string; revision: number }, more: object) =>
  enter(counter.clerk, { name: '张三', ...one, ...more })

test('a refusal keeps what was refused, by whom and on which photograph; who refused may review the new one', async () => {
  const typed = paper()
  const lines = [{ name: '阿莫西林胶囊', quantity: '9', unit: '盒', usage: '口服', ownCode: '100001' }]
  const { id } = await enter(counter.clerk, { ...typed, name: '张三', lines })
  const revision = await photograph(id, 1)
  expect((await refuse({ id, revision }, '用量过大')).result?.state).toBe('refused')
  expect((await now(id)).former, 'it stands').toBeUndefined()
  const before = await photograph(id, 2)
  const form = { ...typed, diagnosis: '急性支气管炎', lines: [{ ...lines[0]!, quantity: '2' }] }
  const changed = await correct({ id, revision: before }, form)
  expect(changed).toMatchObject({ state: 'waiting', reviews: [], diagnosis: '急性支气管炎' })
  const last = await photograph(id, 3)
  expect((await pass(pharmacist, { id, revision: last })).result?.state).toBe('passed')

  const { former, reviews } = await now(id)
  expect(reviews).toMatchObject([{ passed: true }])
  expect(former).toMatchObject([
    {
      ...{ revision, name: '张三', number: typed.number, diagnosis: typed.diagnosis, hasImage: true },
      lines: [{ name: '阿莫西林胶囊', quantity: '9', usage: '口服' }],
      reviews: [{ name: '王药师', code: 'Y320500000001', passed: false, opinion: '用量过大' }],
    },
  ])
  expect([await pictureOf(id), await pictureOf(id, revision)]).toEqual([3, 1])
  const kept = await counter.server.deps.db.select().from(prescriptionFormerImage)
  expect(
    kept.filter((one) => one.prescriptionId === id),
    'one that nobody judged by is not kept',
  ).toHaveLength(1)
  const sealed = await counter.server.deps.db.select().from(prescriptionFormer)
  for (const secret of ['张三', typed.diagnosis]) expect(JSON.stringify(sealed)).not.toContain(secret)
})

test('each refusal is kept, the last first; one without a photograph has none later', async () => {
  const typed = paper()
  const first = await enter(counter.clerk, { ...typed, name: '张三' })
  await refuse(first, '没有签名')
  const second = await correct({ id: first.id, revision: first.revision }, typed)
  const withPhotograph = await photograph(first.id, 7)
  await refuse({ id: first.id, revision: withPhotograph }, '看不清楚')
  await correct({ id: first.id, revision: withPhotograph }, typed)
  const { former } = await now(first.id)
  expect(former?.map(({ reviews, hasImage }) => [reviews[0]?.opinion, hasImage])).toEqual([
    ['看不清楚', true],
    ['没有签名', false],
  ])
  expect(second.former).toHaveLength(1)
  expect((await pharmacist.send(rx.picture, { id: first.id, revision: first.revision })).success).toBe(false)
})

test('a first check that was returned, and a verdict of before that names no revision, are kept as well', async () => {
  const { db } = counter.server.deps
  const [where] = await db.select().from(area).where(eq(area.code, '320500'))
  await db
    .update(area)
    .set({ settings: { ...where!.settings, rxSecondReview: true } })
    .where(eq(area.code, '320500'))
  const one = await enter(counter.clerk, { name: '张三' })
  await pass(pharmacist, one)
  const returned = await other.ok(rx.return, { id: one.id, reason: '医院名称不全' })
  expect(returned).toMatchObject({ state: 'returned', reviews: [] })
  expect(returned.former).toMatchObject([{ revision: one.revision, reviews: [{ name: '王药师', passed: true }] }])

  const old = await enter(counter.clerk, { name: '李四' })
  await refuse(old, '剂量不符')
  const [row] = await db.select().from(prescription).where(eq(prescription.id, old.id))
  const reviews = row!.reviews.map(({ revision: _, ...review }) => review)
  await db.update(prescription).set({ reviews }).where(eq(prescription.id, old.id))
  const changed = await correct({ id: old.id, revision: old.revision }, { ...paper(), name: '李四' })
  expect(changed.former).toMatchObject([{ revision: old.revision, name: '李四', reviews: [{ opinion: '剂量不符' }] }])
  // Sealed with a key that is lost, the verdict can still be read.
  await db
    .update(prescriptionFormer)
    .set({ paper: sealedByAnother() })
    .where(eq(prescriptionFormer.prescriptionId, old.id))
  expect((await now(old.id)).former).toMatchObject([{ name: '', lines: [], reviews: [{ opinion: '剂量不符' }] }])
})
