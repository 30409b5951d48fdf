import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { dataRoles } from '../../seed/roles.ts'
import { encode } from '../../test/encode.ts'
import { type Client, databases } from '../../test/kit.ts'
import { dataRole, menuRole } from '../auth/tables.ts'
import { overridesOf } from '../plugin/centre.ts'
import { openCounter } from '../settlement/test/counter.ts'

// 9001 at the real simulator, with what is stored and with what is only being edited. On the last database of the
// machine: a save's lock and the page's reads meet there.

const counter = opened(() => openCounter('clerk', { database: databases.at(-1) }))
let area: Client
beforeAll(async () => {
  area = await counter.server.as('area', { areaCode: '320500' })
})

const inArea = { medicalAreaCode: '320500' }
const tried = (values: object, client = area) => client.ok(ybOptions.testConnection, { ...inArea, values })

test('the stored connection answers, and the clerk stays signed in', async () => {
  expect(await tried({})).toMatchObject({ ok: true, url: counter.centre.url, storeName: '示例大药房观前店' })
  expect((await counter.clerk.ok(signIn.current)).row?.open).toBe(true)
})

test('a wrong account or secret is refused in the gateway’s words, and nothing is stored by trying', async () => {
  const wrong = await tried({ gatewaySecret: encode('wrong', new Date()) })
  expect(wrong).toMatchObject({ ok: false })
  expect(wrong.text).not.toMatch(/wrong/)
  expect(await tried({ gatewayAccount: 'nobody' })).toMatchObject({ ok: false })
  expect(await tried({})).toMatchObject({ ok: true })
})

test('a CSB gateway is asked for the service by the name and version that are set, else by the transaction', async () => {
  const boss = await counter.server.as('admin', { areaCode: '430100' })
  const there = (values: object) => boss.ok(ybOptions.testConnection, { medicalAreaCode: '430100', values })
  expect(await there({})).toMatchObject({ ok: true })
  for (const other of [{ gatewayApiName: 'hssServices' }, { gatewayApiVersion: '2.0.0' }])
    expect(await there(other)).toMatchObject({ ok: false, text: expect.stringContaining('服务名或服务版本不存在') })
  expect(await there({ gatewayApiName: '9001' }), '9002 is another service').toMatchObject({ ok: true })
})

test('messages go to the path that is set, files to theirs or to that one too', async () => {
  expect(await tried({ callPath: '/mss/web/api/fsi/callService' })).toMatchObject({
    ok: false,
    text: '医保中心没有答复',
  })
  for (const callPath of ['mss', '/a/../b', '/a?b', '/ '])
    expect((await area.send(ybOptions.testConnection, { ...inArea, values: { callPath } })).success, callPath).toBe(
      false,
    )
  const { vault } = counter.server.deps.services
  const pathsOf = (settings: object) => overridesOf('320500', { ...settings }, vault).paths
  const standard = '/fsi/api/rsfComIfsService/callService'
  expect(pathsOf({})).toEqual({ call: standard, upload: standard, download: standard })
  expect(pathsOf({ callPath: '/a' })).toEqual({ call: '/a', upload: '/a', download: '/a' })
  expect(pathsOf({ uploadPath: '/fsi/api/fileupload/upload' })).toEqual({
    ...{ call: standard, upload: '/fsi/api/fileupload/upload', download: standard },
  })
})

test('an address where nobody listens is said to be one', async () => {
  expect(await tried({ centreUrl: 'http://127.0.0.1:9' })).toMatchObject({ ok: false, url: 'http://127.0.0.1:9' })
})

test('saved, the new connection is the one that settles', async () => {
  const { revision } = await area.ok(ybOptions.pullYBConfigOptionsV2, inArea)
  const saved = await area.ok(ybOptions.saveYBConfigOptions, {
    ...{ ...inArea, revision, values: { gatewaySecret: encode('wrong', new Date()) } },
  })
  const person = '32050000000000000001'
  await expect(counter.read(person)).rejects.toThrow()
  await area.ok(ybOptions.saveYBConfigOptions, {
    ...{ ...inArea, revision: saved.revision, values: {}, reset: ['gatewaySecret'] },
  })
  expect(await counter.read(person)).toHaveProperty('readId')
})

test('who may only look may not test', async () => {
  const clerk = await counter.clerk.send(ybOptions.testConnection, { ...inArea, values: {} })
  expect(clerk.statusCode).toBe(403)
})

/** An address that is not the centre's, and what it was asked. */
const foreign = async () => {
  const heard: unknown[] = []
  const host = createServer((request, response) => {
    heard.push(request.headers)
    response.end('{}')
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => host.close(resolve))
  return { heard, close, url: `http://127.0.0.1:${(host.address() as AddressInfo).port}` }
}

test('what is not stored is tried by those alone who could store it: signed headers go to no address of another’s', async () => {
  const { db } = counter.server.deps
  const part = { areas: [], stores: [storeIdOf('P32050100001')] }
  await db.update(dataRole).set(part).where(eq(dataRole.id, dataRoles.suzhou.id))
  const company = await counter.server.as('area1', { areaCode: '320500' })
  const there = await foreign()
  try {
    const inStore = { storeId: part.stores[0] }
    for (const [client, place] of [
      [company, inArea],
      [company, inStore],
      [area, inStore],
    ] as const) {
      const answer = await client.send(ybOptions.testConnection, { ...place, values: { centreUrl: there.url } })
      expect(answer.success, JSON.stringify(place)).toBe(false)
    }
    expect((await company.send(ybOptions.testConnection, { ...inArea, values: { gatewayKind: 'NONE' } })).success).toBe(
      false,
    )
    expect(there.heard).toEqual([])
    // What is stored, and a store's own, he still tries.
    expect(await tried({}, company)).toMatchObject({ ok: true })
    const own = await company.ok(ybOptions.testConnection, { ...inStore, values: { signIp: '10.0.0.9' } })
    expect(own).toMatchObject({ ok: true })
    // Who holds the area could store it: he may try it, and the log says where it was.
    expect(await tried({ centreUrl: there.url })).toMatchObject({ ok: false, url: there.url })
    expect(there.heard).toHaveLength(1)
    const [line] = (await area.ok(operationLog.paged, { module: 'ybConfig' })).items
    const { changes } = await area.ok(operationLog.get, { id: line!.id })
    expect(JSON.stringify(changes)).toContain(there.url)
  } finally {
    await db
      .update(dataRole)
      .set({ areas: dataRoles.suzhou.areas, stores: [] })
      .where(eq(dataRole.id, dataRoles.suzhou.id))
    await there.close()
  }
})

test('who may test and not change tries what is stored and nothing else', async () => {
  const { db } = counter.server.deps
  const [kept] = await db.select().from(menuRole).where(eq(menuRole.code, 'area'))
  const isEdit = (one: { menuCode: string; buttonCode: string }) =>
    one.menuCode === 'MedicalSecurityConfig' && one.buttonCode === 'edit'
  const buttons = kept!.buttons.filter((one) => !isEdit(one))
  await db.update(menuRole).set({ buttons }).where(eq(menuRole.code, 'area'))
  try {
    expect((await area.send(ybOptions.testConnection, { ...inArea, values: { callPath: '/a' } })).statusCode).toBe(403)
    expect(await tried({})).toMatchObject({ ok: true })
  } finally {
    await db.update(menuRole).set({ buttons: kept!.buttons }).where(eq(menuRole.code, 'area'))
  }
})
