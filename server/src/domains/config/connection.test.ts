import { ybOptions } from '@yibao/shared/calls/config.ts'
import { signIn } from '@yibao/shared/calls/store.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { encode } from '../../test/encode.ts'
import { type Client, databases } from '../../test/kit.ts'
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
