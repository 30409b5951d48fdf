import { ybOptions } from '@yibao/shared/calls/config.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { eq } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { dataRoles } from '../../seed/roles.ts'
import { encode } from '../../test/encode.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { dataRole, menuRole } from '../auth/tables.ts'
import { area as areas, store } from '../organisation/tables.ts'

// 医保配置一览: which places decide something themselves, who changed it last, and what is missing.

const suzhou = '320500'
const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const xinjiekou = storeIdOf('P32010200001')
const clock = testClock()
const secret = 's3cret-of-the-list'

let area: Client
let admin: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  area = await server.as('area', { areaCode: suzhou })
  admin = await server.as('admin')
})

const list = async (asked = {}, client = area) => (await client.ok(ybOptions.paged, { pageSize: 100, ...asked })).items
const save = async (asked: { medicalAreaCode?: string; storeId?: string }, values: object, reset: string[] = []) => {
  clock.advance(1000)
  const { revision } = await area.ok(ybOptions.pullYBConfigOptionsV2, asked)
  return area.ok(ybOptions.saveYBConfigOptions, { ...asked, revision, values, reset })
}
const setArea = (settings: Record<string, unknown>) =>
  server.deps.db.update(areas).set({ settings }).where(eq(areas.code, suzhou))

test('an area, then its stores by code: what each says itself and who changed it last', async () => {
  const before = await list()
  expect(before.map(({ storeName, fixmedinsCode }) => [storeName, fixmedinsCode])).toEqual([
    ['', ''],
    ['示例大药房观前店', 'P32050100001'],
    ['示例大药房平江店', 'P32050100002'],
  ])
  await save({ storeId: guanqian }, { slipNote: '本店说明', lockMinutes: 10 })
  const [city, shop, other] = await list()
  expect([city?.updatedBy, city?.own]).toEqual([before[0]?.updatedBy, before[0]?.own])
  expect(shop).toMatchObject({
    ...{
      id: guanqian,
      areaCode: suzhou,
      areaName: '苏州市',
      storeId: guanqian,
      own: 2,
      state: 'complete',
      missing: '',
    },
    ...{ ownTitles: '结算单底部说明、无操作自动锁屏（分钟）', updatedBy: '吴区管', updatedAt: expect.any(String) },
  })
  expect([other?.own, other?.ownTitles, other?.updatedBy, other?.updatedAt]).toEqual([0, '', '', undefined])
  await save({ storeId: guanqian }, {}, ['slipNote', 'lockMinutes'])
  expect((await list())[1]).toMatchObject({ own: 0, ownTitles: '', updatedBy: '吴区管' })
})

test('the newest change first, where it was asked for; who never changed anything comes last', async () => {
  await save({ storeId: pingjiang }, { slipNote: 'x' })
  const sorted = await list({ sortField: 'updatedAt', sortOrder: 'descend' })
  expect(sorted.map(({ storeName }) => storeName)).toEqual(['示例大药房平江店', '示例大药房观前店', ''])
  // By every column that can be: as a list, and as a sheet that goes on behind its last row.
  for (const sortField of ['areaName', 'storeName', 'fixmedinsCode', 'updatedAt'])
    for (const sortOrder of ['ascend', 'descend'] as const)
      expect((await list({ sortField, sortOrder })).map(({ id }) => id).sort()).toEqual(
        [suzhou, guanqian, pingjiang].sort(),
      )
})

test('found by area, company, store and words', async () => {
  const ids = async (asked: object, client = admin) => (await list(asked, client)).map(({ id }) => id)
  expect(await ids({ areaCode: suzhou })).toEqual([suzhou, guanqian, pingjiang])
  expect(await ids({ storeId: guanqian })).toEqual([guanqian])
  const [{ companyId } = { companyId: '' }] = await server.deps.db
    .select({ companyId: store.companyId })
    .from(store)
    .where(eq(store.id, guanqian))
  expect(await ids({ companyId, areaCode: suzhou })).toEqual([guanqian, pingjiang])
  expect(await ids({ companyId: 'nobody' })).toEqual([])
  expect(await ids({ keyword: '平江' })).toEqual([pingjiang])
  expect(await ids({ keyword: 'P3205010000' })).toEqual([guanqian, pingjiang])
  expect(await ids({ keyword: '苏州市' })).toEqual([suzhou, guanqian, pingjiang])
  expect(await ids({ keyword: '%' })).toEqual([])
})

test('only places of the session: another area or store is refused, also when it is read to be copied', async () => {
  expect((await list({}, admin)).map(({ areaCode }) => areaCode)).toContain('430100')
  expect(new Set((await list()).map(({ areaCode }) => areaCode))).toEqual(new Set([suzhou]))
  expect((await area.send(ybOptions.paged, { storeId: xinjiekou })).statusCode).toBe(403)
  expect((await area.send(ybOptions.paged, { areaCode: '430100' })).statusCode).toBe(403)
  expect((await area.send(ybOptions.pullYBConfigOptionsV2, { storeId: xinjiekou })).statusCode).toBe(403)
  const changsha = await server.as('area', { areaCode: '430100' })
  expect((await list({}, changsha)).map(({ id }) => id)).not.toContain(guanqian)
  expect((await changsha.send(ybOptions.pullYBConfigOptionsV2, { storeId: guanqian })).statusCode).toBe(403)
  expect((await (await server.as('clerk')).send(ybOptions.paged)).statusCode).toBe(403)
})

test('a place is complete when its centre can be asked; a store lacks what its area lacks', async () => {
  const standing = async () => (await list()).map(({ state, missing }) => [state, missing])
  await save({ medicalAreaCode: suzhou }, { gatewayKind: 'CSB' })
  expect(await standing()).toEqual([
    ['missing', '网关账号、网关密钥'],
    ['missing', '区划的网关账号、网关密钥'],
    ['missing', '区划的网关账号、网关密钥'],
  ])
  await save({ medicalAreaCode: suzhou }, { gatewayAccount: 'AK1', gatewaySecret: encode(secret, clock()) })
  expect((await standing())[0]).toEqual(['complete', ''])
  const [{ settings } = { settings: {} }] = await server.deps.db
    .select({ settings: areas.settings })
    .from(areas)
    .where(eq(areas.code, suzhou))
  await setArea({ ...settings, gatewaySecret: 'sealed with a key that is lost' })
  expect((await standing())[0]).toEqual(['missing', '网关密钥'])
  await setArea({ ...settings, centreCa: { pem: '', validTo: '2020-01-31 00:00:00' } })
  expect((await standing())[0]).toEqual(['missing', '中心根证书（已过期）'])
  await setArea({ gatewayKind: 'NONE' })
  expect((await standing())[0]).toEqual(['complete', ''])
  await server.deps.db.update(store).set({ closed: true }).where(eq(store.id, pingjiang))
  expect((await standing())[2]).toEqual(['closed', ''])
  await server.deps.db.update(store).set({ closed: false }).where(eq(store.id, pingjiang))
  await setArea(settings)
})

const columns = [
  'areaName',
  'storeName',
  'fixmedinsCode',
  'own',
  'ownTitles',
  'updatedBy',
  'updatedAt',
  'state',
  'missing',
]

test('it leaves as a sheet of the same rows: names of options and never a value of one', async () => {
  clock.advance(1000)
  await save({ medicalAreaCode: suzhou }, { gatewaySecret: encode(secret, clock()) })
  const asked = { call: 'ybConfig.paged', input: {}, columns, title: '医保配置一览' }
  const { exportId, rows } = await area.ok(exporting.create, asked)
  expect(rows).toBe(3)
  const { bytes } = await area.send(exporting.file, { exportId })
  const [head, ...sheet] = (await readXlsx(bytes))[0]!.data
  expect(head).toEqual([
    ...['区划', '门店', '机构编码', '本级设置', '设置的项目', '修改人', '最后修改', '状态', '缺少的配置'],
  ])
  expect(sheet.map((row) => [row[0], row[1], row[2]])).toEqual([
    ['苏州市', null, null],
    ['苏州市', '示例大药房观前店', 'P32050100001'],
    ['苏州市', '示例大药房平江店', 'P32050100002'],
  ])
  expect(String(sheet[0]?.[4])).toContain('网关密钥')
  const [{ settings } = { settings: {} }] = await server.deps.db
    .select({ settings: areas.settings })
    .from(areas)
    .where(eq(areas.code, suzhou))
  for (const text of [JSON.stringify(sheet), JSON.stringify(await list())]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(String(settings.gatewaySecret))
    expect(text).not.toContain('AK1')
  }
  for (const column of ['settings', 'gatewaySecret'])
    expect((await area.send(exporting.create, { ...asked, columns: [column] })).statusCode).toBe(400)
})

test('who has some stores of an area sees those and the area itself, in the list, in the sheet and to copy from', async () => {
  const held = { areas: [], stores: [guanqian] }
  await server.deps.db.update(dataRole).set(held).where(eq(dataRole.id, dataRoles.suzhou.id))
  try {
    const some = await server.as('area1', { areaCode: suzhou })
    expect((await list({}, some)).map(({ id }) => id)).toEqual([suzhou, guanqian])
    expect(await list({ keyword: '平江' }, some)).toEqual([])
    expect((await some.send(ybOptions.paged, { storeId: pingjiang })).statusCode).toBe(403)
    expect((await some.send(ybOptions.pullYBConfigOptionsV2, { storeId: pingjiang })).statusCode).toBe(403)
    clock.advance(1000)
    const asked = { call: 'ybConfig.paged', input: {}, columns, title: '医保配置一览' }
    expect((await some.ok(exporting.create, asked)).rows).toBe(2)
  } finally {
    const whole = { areas: [suzhou], stores: [] }
    await server.deps.db.update(dataRole).set(whole).where(eq(dataRole.id, dataRoles.suzhou.id))
  }
})

test('who may look at the page takes no sheet without its own right', async () => {
  const [role] = await server.deps.db.select().from(menuRole).where(eq(menuRole.code, 'area'))
  const buttons = role!.buttons.filter(
    ({ menuCode, buttonCode }) => menuCode !== 'MedicalSecurityConfig' || buttonCode !== 'export',
  )
  expect(role!.buttons.length - buttons.length, 'the role of an area comes with it').toBe(1)
  await server.deps.db.update(menuRole).set({ buttons }).where(eq(menuRole.code, 'area'))
  clock.advance(1000)
  const asked = { call: 'ybConfig.paged', input: {}, columns, title: '医保配置一览' }
  expect((await area.send(exporting.create, asked)).statusCode).toBe(403)
  expect((await list()).length).toBe(3)
  await server.deps.db.update(menuRole).set({ buttons: role!.buttons }).where(eq(menuRole.code, 'area'))
})
