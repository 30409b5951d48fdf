import { eq, ne } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Context } from '../../call/context.ts'
import { storeIdOf } from '../../database/seed/organisation.ts'
import { startTestServer } from '../../test/kit.ts'
import { doctorImport } from './import-type.ts'
import { doctor } from './tables.ts'

let c: Pick<Context, 'db' | 'me' | 'now'>
const server = opened(startTestServer)
beforeAll(async () => {
  const { token } = await server.as('area', { areaCode: '320500' })
  const me = (await server.deps.services.access.userOf(token))!
  c = { db: server.deps.db, me, now: server.deps.clock() }
})

const row = { name: '顾𠮷', category: '3', code: 'Y1', fixmedinsCode: 'P32050100001' }

test('a row names a store of the asker, and days that follow each other', async () => {
  const problems = await doctorImport.check!(c, '320500', [
    row,
    { ...row, fixmedinsCode: 'P43010200001' },
    { ...row, fixmedinsCode: undefined },
    { ...row, validFrom: '2026-02-01', validTo: '2026-01-01' },
  ])
  expect(problems.map((one) => one?.key)).toEqual([undefined, 'fixmedinsCode', 'fixmedinsCode', 'validTo'])
  const { token } = await server.as('clerk')
  const me = (await server.deps.services.access.userOf(token))!
  const own = await doctorImport.check!({ ...c, me }, '320500', [{ ...row, fixmedinsCode: undefined }])
  expect(own, 'a clerk has one store').toEqual([undefined])
})

test('a known person is changed, by his code or else his name; a new one is added', async () => {
  const bring = (one: object) => doctorImport.apply(c, '320500', { ...row, ...one })
  await bring({})
  await bring({ title: '主管药师' })
  await bring({ name: '䶮', code: undefined })
  await bring({ name: '䶮', code: undefined, title: '药师' })
  // Beside the demo's own pharmacist.
  const kept = await server.deps.db.select().from(doctor).where(ne(doctor.name, '王药师'))
  expect(kept.map(({ name, title, storeId }) => [name, title, storeId]).sort()).toEqual(
    [
      ['䶮', '药师', storeIdOf('P32050100001')],
      ['顾𠮷', '主管药师', storeIdOf('P32050100001')],
    ].sort(),
  )
  // A sheet that brings the code of somebody who had none is about him, and not about a second pharmacist.
  await bring({ name: '䶮', code: 'Y320508000077' })
  const named = await server.deps.db.select().from(doctor).where(eq(doctor.name, '䶮'))
  expect(named.map(({ code, title }) => [code, title])).toEqual([['Y320508000077', '药师']])
  // Two rows of one person are told apart by nothing else.
  const { keyOf } = doctorImport.unique
  expect(keyOf(row)).toBe(keyOf({ ...row, name: '别' }))
  expect(keyOf(row)).not.toBe(keyOf({ ...row, fixmedinsCode: 'P32050100002' }))
})
