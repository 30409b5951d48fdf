import { doctor } from '@yibao/shared/calls/staff.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { testClock } from '../../test/kit.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { openShelf } from '../catalogue/test/shelf.ts'
import { store } from '../organisation/tables.ts'
import { doctorImport } from './import-type.ts'
import { doctor as doctors } from './tables.ts'

// Two persons at one pharmacist: what the one decided is not taken back by what the other one read before.

const guanqian = storeIdOf('P32050100001')
const shelf = opened(() => openShelf(50, { clock: testClock() }))
beforeEach(() => shelf.server.deps.db.delete(doctors))

const add = (name: string) => shelf.area.ok(doctor.add, { storeId: guanqian, name, category: '3' })
const kept = () => shelf.server.deps.db.select().from(doctors).orderBy(doctors.id)

test.skipIf(usual !== 'postgres')(
  'an account that is taken away while his form is saved stays taken away, and the form is saved',
  async () => {
    const { db } = shelf.server.deps
    const { id } = await add('李䶮')
    await db.update(doctors).set({ userId: 'u1', account: 'yaoshi' }).where(eq(doctors.id, id))
    const commit = await held(db, (tx) => tx.update(doctors).set({ userId: '', account: '' }).where(eq(doctors.id, id)))
    const saved = shelf.area.send(doctor.update, { id, title: '主管药师' })
    await untilWaiting(db, 1)
    await commit()
    expect((await saved).result).toMatchObject({ title: '主管药师', account: '' })
    expect(await kept()).toMatchObject([{ title: '主管药师', userId: '', account: '' }])
  },
)

test.skipIf(usual !== 'postgres')('who is removed while his form is saved does not come back', async () => {
  const { db } = shelf.server.deps
  const { id } = await add('顾𠮷')
  const commit = await held(db, (tx) => tx.delete(doctors).where(eq(doctors.id, id)))
  const saved = shelf.area.send(doctor.update, { id, title: '药师' })
  await untilWaiting(db, 1)
  await commit()
  expect((await saved).statusCode).toBe(404)
  expect(await kept()).toEqual([])
})

test('two who make a default at once: one of them is it, and both are answered', async () => {
  const ids = [(await add('李䶮')).id, (await add('顾𠮷')).id, (await add('王药师')).id]
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(ids.map((id) => shelf.area.send(doctor.update, { id, isDefault: true })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await kept()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  }
})

test.skipIf(usual !== 'postgres')(
  'who is added while a sheet brings him is that one, and not a second person',
  async () => {
    const { db, services, clock } = shelf.server.deps
    const me = (await services.access.userOf(shelf.area.token))!
    const of = { storeId: guanqian, category: '3', changedAt: clock() }
    const commit = await held(db, async (tx) => {
      await tx.select({ id: store.id }).from(store).where(eq(store.id, guanqian)).for('update')
      await tx.insert(doctors).values([
        { ...of, id: 'd1', name: '李䶮' },
        { ...of, id: 'd2', name: '顾𠮷', code: 'Y320500000088' },
      ])
    })
    const rows = [
      { name: '李䶮', category: '3', title: '主管药师', fixmedinsCode: 'P32050100001' },
      { name: '顾𠮷', category: '3', code: 'Y320500000088', title: '药师', fixmedinsCode: 'P32050100001' },
    ]
    const brought = db.transaction((tx) => doctorImport.applyAll!({ db: tx, me, now: clock() }, '320500', rows))
    await untilWaiting(db, 1)
    await commit()
    await brought
    expect((await kept()).map(({ id, title }) => [id, title])).toEqual([
      ['d1', '主管药师'],
      ['d2', '药师'],
    ])
  },
)
