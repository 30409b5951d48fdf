import { doctor as doctorCalls } from '@yibao/shared/calls/staff.ts'
import { eq, ne } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Context } from '../../call/context.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { startTestServer } from '../../test/kit.ts'
import { menuRole } from '../auth/tables.ts'
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

test('who reviews under an account of his own stays who he is, in the form and by a sheet', async () => {
  const { db } = server.deps
  const [his] = await db.select().from(doctor).where(eq(doctor.name, '王药师'))
  const form = { name: his!.name, category: his!.category, code: his!.code }
  const [boss, himself] = [await server.as('area', { areaCode: '320500' }), await server.as('pharmacist')]
  const [pages] = await db.select().from(menuRole).where(eq(menuRole.code, 'pharmacist'))
  const menus = [...pages!.menus, 'InsuranceMenu']
  const buttons = [...pages!.buttons, { menuCode: 'InsuranceMenu', buttonCode: 'edit' }]
  await db.update(menuRole).set({ menus, buttons }).where(eq(menuRole.code, 'pharmacist'))
  for (const other of [{ name: '顾𠮷药师' }, { code: 'Y320508000999' }, { category: '1' }] as const) {
    const answer = await himself.send(doctorCalls.update, { id: his!.id, ...form, ...other })
    expect(answer.resultNotice?.error, JSON.stringify(other)).toContain('只能由管理员修改')
  }
  expect((await himself.send(doctorCalls.update, { id: his!.id, ...form, title: '主管药师' })).success).toBe(true)
  const me = (await server.deps.services.access.userOf(himself.token))!
  const sheet = [{ ...form, name: '顾𠮷药师' }, form].map((one) => ({ ...one, fixmedinsCode: 'P32050100001' }))
  const problems = await doctorImport.check!({ ...c, me }, '320500', sheet)
  expect(problems).toEqual([{ key: 'name', reason: expect.stringContaining('只能由管理员修改') }, undefined])
  expect(await doctorImport.check!(c, '320500', sheet), 'an administrator could give the account').toEqual([
    undefined,
    undefined,
  ])
  expect(await boss.ok(doctorCalls.update, { id: his!.id, ...form, name: '王药师傅' })).toMatchObject({
    ...{ name: '王药师傅', account: 'pharmacist' },
  })
})
