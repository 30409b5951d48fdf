import { ybConfig } from '@yibao/shared/calls/base.ts'
import { systemConfig, ybOptions } from '@yibao/shared/calls/config.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog as log } from '../../call/tables.ts'
import { makeDeps } from '../../deps.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { encode } from '../../test/encode.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { signIn } from '../attendance/tables.ts'
import { defaultSettings, platformDefaults, platformOf, settingsOf, withOverrides } from '../organisation/settings.ts'
import { store } from '../organisation/tables.ts'
import { refreshCentres } from '../plugin/centre.ts'
import { groups } from './layout.ts'

const suzhou = '320500'
const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const clock = testClock()

let area: Client
let admin: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  area = await server.as('area', { areaCode: suzhou })
  admin = await server.as('admin')
})

type Asked = { medicalAreaCode?: string; storeId?: string }
const inArea = { medicalAreaCode: suzhou }
const inStore = { storeId: guanqian }

const optionOf = async (asked: Asked, key: string, client = area) => {
  const { options } = await client.ok(ybOptions.pullYBConfigOptionsV2, asked)
  return options.find((one) => one.key === key)
}
const save = async (asked: Asked, values: object, reset: string[] = [], client = area) => {
  clock.advance(1000)
  const { revision } = await client.ok(ybOptions.pullYBConfigOptionsV2, asked)
  return client.send(ybOptions.saveYBConfigOptions, { ...asked, revision, values, reset })
}

test('a value comes from the nearest level that says something, and says where from', async () => {
  expect(await optionOf(inStore, 'slipLayout')).toMatchObject({ value: '80', source: 'default' })
  const before = await admin.ok(systemConfig.pullOptions)
  await admin.ok(systemConfig.save, { revision: before.revision, values: { slipLayout: 'A4', slipNote: '平台说明' } })
  expect(await optionOf(inStore, 'slipLayout')).toMatchObject({ value: 'A4', source: 'system' })
  await save(inArea, { slipLayout: '58' })
  expect(await optionOf(inStore, 'slipLayout')).toMatchObject({ value: '58', source: 'area', inheritedFrom: 'area' })
  await save(inStore, { slipLayout: 'A5' })
  expect(await optionOf(inStore, 'slipLayout')).toMatchObject({
    ...{ value: 'A5', source: 'store', inherited: '58', inheritedFrom: 'area' },
  })
  const { db } = server.deps
  expect([
    (await settingsOf(db, suzhou, guanqian)).slipLayout,
    (await settingsOf(db, suzhou, pingjiang)).slipLayout,
    (await settingsOf(db, '320100')).slipLayout,
    (await settingsOf(db, '320100')).slipNote,
  ]).toEqual(['A5', '58', 'A4', '平台说明'])
  await save(inStore, {}, ['slipLayout'])
  expect(await optionOf(inStore, 'slipLayout')).toMatchObject({ value: '58', source: 'area' })
})

test('the layout of each level names the options that may be set there, with their reader’s words, and no other', async () => {
  const keys = async (call: typeof ybOptions.pullYBConfigOptionsUI, asked: Asked) =>
    (await area.ok(call, asked)).groups.flatMap(({ options }) => options.map(({ key }) => key))
  const [ofArea, ofStore] = [
    await keys(ybOptions.pullYBConfigOptionsUI, inArea),
    await keys(ybOptions.pullYBConfigOptionsUI, inStore),
  ]
  expect(ofArea).toContain('centreUrl')
  expect(ofStore).not.toContain('centreUrl')
  expect(ofStore.filter((key) => !ofArea.includes(key))).toEqual([])
  const ofSystem = (await admin.ok(systemConfig.pullOptionsUI)).groups.flatMap(({ options }) => options)
  expect(ofSystem.map(({ key }) => key)).toContain('passwordDays')
  expect(ofSystem.map(({ key }) => key)).not.toContain('centreUrl')
  for (const [asked, shown] of [
    [inArea, ofArea],
    [inStore, ofStore],
  ] as const) {
    const { options } = await area.ok(ybOptions.pullYBConfigOptionsV2, asked)
    expect(options.map(({ key }) => key).sort(), 'a value for each option of the form').toEqual([...shown].sort())
  }
  const changsha = await area.send(ybOptions.pullYBConfigOptionsUI, { storeId: storeIdOf('P43010200001') })
  expect(changsha.statusCode).toBe(403)
})

test('what is saved is what the counter gets at its next question', async () => {
  const clerk = await server.as('clerk')
  expect((await save(inStore, { unknownAdvice: '本店说明', typedIdCard: false })).success).toBe(true)
  expect(await clerk.ok(ybConfig.pullMedicalUI)).toMatchObject({ unknownAdvice: '本店说明', typedIdCard: false })
  expect(await area.ok(ybConfig.pullMedicalUI)).toMatchObject({ typedIdCard: true })
  // What that store's counter shows, asked for by who sees the store: refId (SPEC 3).
  const refId = inStore.storeId
  const shown = { unknownAdvice: '本店说明', typedIdCard: false, areaName: '苏州市' }
  for (const asked of [{ refId }, { refId, medicalAreaCode: suzhou }])
    for (const client of [clerk, area, admin])
      expect(await client.ok(ybConfig.pullMedicalUI, asked)).toMatchObject(shown)
  const elsewhere = await area.send(ybConfig.pullMedicalUI, { refId, medicalAreaCode: '320100' })
  expect(elsewhere.resultNotice?.error).toBe('没有找到门店')
  for (const client of [area, clerk])
    expect((await client.send(ybConfig.pullMedicalUI, { refId: storeIdOf('P43010200001') })).statusCode).toBe(403)
})

test('an area says what its codes look like: checked with its line, and the counter has it', async () => {
  const clerk = await server.as('clerk')
  expect((await clerk.ok(ybConfig.pullMedicalUI)).scanPatterns).toEqual([])
  const refused = await save(inArea, { scanPatterns: '条码 ^\\d+$' })
  expect(refused.error?.fields?.['values.scanPatterns']).toContain('第 1 行不是扫码规则')
  expect((await save(inArea, { scanPatterns: '电子凭证 ^[A-Z]\\d{27}$' })).success).toBe(true)
  const scanPatterns = [{ kind: 'eVoucher', pattern: '^[A-Z]\\d{27}$' }]
  expect(await clerk.ok(ybConfig.pullMedicalUI)).toMatchObject({ scanPatterns })
  expect((await save(inStore, { scanPatterns: '' })).success, 'a store has none of its own').toBe(false)
  await save(inArea, {}, ['scanPatterns'])
})

test('a store says that it reads no cards; the others of its area do', async () => {
  const clerk = await server.as('clerk')
  expect(await clerk.ok(ybConfig.pullMedicalUI)).toMatchObject({ noReader: false })
  expect((await save(inStore, { noReader: true })).success).toBe(true)
  expect(await clerk.ok(ybConfig.pullMedicalUI)).toMatchObject({ noReader: true })
  expect(await area.ok(ybConfig.pullMedicalUI, { refId: pingjiang })).toMatchObject({ noReader: false })
  await save(inStore, {}, ['noReader'])
})

test('a save on an older revision is refused and changes nothing', async () => {
  const mine = await area.ok(ybOptions.pullYBConfigOptionsV2, inArea)
  const other = await server.as('area1', { areaCode: suzhou })
  const { revision } = await other.ok(ybOptions.saveYBConfigOptions, {
    ...{ ...inArea, revision: mine.revision, values: { slipNote: '先保存的' } },
  })
  expect(revision).toBe(mine.revision + 1)
  const late = await area.send(ybOptions.saveYBConfigOptions, {
    ...{ ...inArea, revision: mine.revision, values: { slipNote: '后保存的' } },
  })
  expect(late).toMatchObject({ statusCode: 409, resultExtendInfo: { key: 'config.changed' } })
  expect(late.error?.message).toMatch(/^苏区管|^\S+ 在 \d{4}-/)
  expect(await optionOf(inArea, 'slipNote')).toMatchObject({ value: '先保存的' })
})

test('two saves on one revision: one wins, the other hears of it', async () => {
  const { revision } = await area.ok(ybOptions.pullYBConfigOptionsV2, inStore)
  const answers = await Promise.all(
    ['甲', '乙', '丙'].map((slipNote) =>
      area.send(ybOptions.saveYBConfigOptions, { ...inStore, revision, values: { slipNote } }),
    ),
  )
  expect(answers.map(({ success }) => success).sort()).toEqual([false, false, true])
})

test('options of another level, and values against each other or the dictionary, are refused at their field', async () => {
  expect((await save(inStore, { centreUrl: 'http://c' })).resultExtendInfo).toMatchObject({ key: 'config.option' })
  expect((await save(inStore, {}, ['centreUrl'])).resultExtendInfo).toMatchObject({ key: 'config.option' })
  const fieldsOf = async (values: object) => (await save(inArea, values)).error?.fields
  expect(await fieldsOf({ defaultMedicalType: '18' })).toHaveProperty(['values.defaultMedicalType'])
  expect(await fieldsOf({ medicalTypes: ['41', '77777'] })).toHaveProperty(['values.medicalTypes'])
  expect(await fieldsOf({ medicalTypes: ['41'] })).toHaveProperty(['values.chronicMedicalTypes'])
  expect(await fieldsOf({ centreUrl: 'ftp://x' })).toHaveProperty(['values.centreUrl'])
  expect(await fieldsOf({ inFlightMax: 0 })).toHaveProperty(['values.inFlightMax'])
})

test('a time is asked in minutes and kept in ms', async () => {
  await save(inArea, { inFlightMax: 15 })
  expect((await settingsOf(server.deps.db, suzhou)).inFlightMax).toBe(900_000)
  expect(await optionOf(inArea, 'inFlightMax')).toMatchObject({ value: 15, inherited: 10 })
})

test('who has only some stores of an area reads its options and changes his stores’ alone', async () => {
  const before = await optionOf(inArea, 'slipNote')
  const some = await server.as('area', { areaCode: '430100' })
  expect((await some.send(ybOptions.pullYBConfigOptionsV2, { storeId: guanqian })).statusCode).toBe(403)
  expect((await some.send(ybOptions.pullYBConfigOptionsV2, { medicalAreaCode: '430100' })).statusCode).toBe(200)
  expect((await save({ medicalAreaCode: '430100' }, { slipNote: 'x' }, [], some)).resultExtendInfo).toMatchObject({
    key: 'config.area',
  })
  expect(await optionOf(inArea, 'slipNote')).toEqual(before)
  expect((await area.send(systemConfig.pullOptions)).statusCode).toBe(403)
  expect((await (await server.as('clerk')).send(ybOptions.pullYBConfigOptionsV2)).statusCode).toBe(403)
})

test('a secret is written, never read, and the log says only that it changed', async () => {
  const gatewaySecret = encode('s3cret-of-suzhou', clock())
  expect((await save(inArea, { gatewaySecret })).success).toBe(true)
  const { centre } = server.deps.services
  expect(centre.of(suzhou).profile.gateway).toMatchObject({ paasid: 'P320500', secret: 's3cret-of-suzhou' })
  const option = await optionOf(inArea, 'gatewaySecret')
  expect(option).toEqual({ key: 'gatewaySecret', source: 'area', inheritedFrom: 'default', filled: true })
  const [line] = await server.deps.db
    .select()
    .from(log)
    .where(and(eq(log.call, 'ybConfig.saveYBConfigOptions'), eq(log.ok, true)))
    .orderBy(desc(log.id))
    .limit(1)
  expect(JSON.stringify(line)).not.toMatch(/s3cret/)
  expect(JSON.stringify(line)).not.toContain(gatewaySecret)
})

test('a connection saved here is used at once, and by another node at its next look', async () => {
  const second = makeDeps(server.deps.config, server.deps.db, { clock })
  await save(inArea, { centreUrl: 'http://10.1.2.3:8080/hsa', lookup: false })
  const { profile } = server.deps.services.centre.of(suzhou)
  expect(profile).toMatchObject({ baseUrl: 'http://10.1.2.3:8080/hsa', lookup: false })
  expect(await refreshCentres(second)).toContain(suzhou)
  expect(second.services.centre.of(suzhou).profile.baseUrl).toBe('http://10.1.2.3:8080/hsa')
  expect(await refreshCentres(second)).toEqual([])
  await save(inArea, {}, ['centreUrl', 'lookup', 'gatewaySecret'])
  expect(server.deps.services.centre.of(suzhou).profile).toMatchObject({
    ...{ baseUrl: server.deps.config.centreUrl, lookup: true, gateway: { secret: 'demo-secret-320500' } },
  })
})

test('whose own account is entered is asked nothing twice unless somebody says so, and the page shows it', async () => {
  const changsha = { medicalAreaCode: '430100' }
  const admin = await server.as('admin', { areaCode: '430100' })
  const shown = async () =>
    (await admin.ok(ybOptions.pullYBConfigOptionsV2, changsha)).options.find(({ key }) => key === 'repeatMsgid')?.value
  const inForce = () => server.deps.services.centre.of('430100').profile.repeatMsgid
  expect([await shown(), inForce()], 'the simulator’s').toEqual([true, true])
  await save(changsha, { gatewayAccount: 'AK-REAL' }, [], admin)
  expect([await shown(), inForce()]).toEqual([false, false])
  await save(changsha, { repeatMsgid: true }, [], admin)
  expect([await shown(), inForce()]).toEqual([true, true])
  await save(changsha, {}, ['gatewayAccount', 'repeatMsgid'], admin)
})

test('another address of the centre: what the one of before had signed in is over, of this area alone', async () => {
  const { db } = server.deps
  const stores = await db.select().from(store)
  const [here, there] = ['320500', '430100'].map((code) => stores.find(({ areaCode }) => areaCode === code)!)
  const numbers = {
    operatorNo: 'T1',
    userId: 'u',
    operatorName: '李店员',
    signNo: 'S1',
    mac: '',
    ip: '',
    day: '2026-11-01',
  }
  for (const [id, one] of [
    ['t1', here!],
    ['t2', there!],
  ] as const)
    await db.insert(signIn).values({ id, storeId: one.id, ...numbers, signedInAt: clock() })
  const open = async () => (await db.select().from(signIn).where(isNull(signIn.signedOutAt))).map(({ id }) => id)
  await save(inArea, { lookup: false })
  expect(await open()).toEqual(expect.arrayContaining(['t1', 't2']))
  await save(inArea, { centreUrl: 'http://10.1.2.3:8080/hsa' })
  expect(await open()).not.toContain('t1')
  expect(await open()).toContain('t2')
  // Behind one gateway the path alone says which centre it is.
  await db.insert(signIn).values({ id: 't3', storeId: here!.id, ...numbers, signedInAt: clock() })
  await save(inArea, { callPath: '/trial/callService' })
  expect(await open()).toEqual(['t2'])
  await save(inArea, {}, ['centreUrl', 'callPath', 'lookup'])
})

test('the history tells who changed what from and to, of this place alone', async () => {
  await save(inArea, { areaText: '苏州工业园区' })
  const { items } = await area.ok(ybOptions.pullConfigHistory, inArea)
  expect(items[0]).toMatchObject({ userName: 'area', changes: [{ key: 'areaText', to: '苏州工业园区' }] })
  const stores = await area.ok(ybOptions.pullConfigHistory, inStore)
  expect(stores.items.flatMap(({ changes }) => changes.map(({ key }) => key))).not.toContain('areaText')
  const { items: system } = await admin.ok(systemConfig.history)
  expect(system[0]?.changes).toContainEqual({ key: 'slipLayout', to: 'A4' })
  expect((await area.ok(operationLog.paged, { module: 'ybConfig' })).items[0]).toMatchObject({ target: '苏州市' })
})

test('passwords expire by the platform’s days, not only by the environment', async () => {
  expect(await platformOf(server.deps)).toMatchObject({ passwordDays: 0 })
  const { revision } = await admin.ok(systemConfig.pullOptions)
  await admin.ok(systemConfig.save, { revision, values: { passwordDays: 90 } })
  expect(await platformOf(server.deps)).toMatchObject({ passwordDays: 90 })
  const [last] = (await admin.ok(systemConfig.history, {})).items
  expect(last?.changes, 'a number of days is no password').toEqual([{ key: 'passwordDays', to: 90 }])
})

test('the places are the areas and stores of the session', async () => {
  const { areas } = await area.ok(ybOptions.pullConfigPlaces)
  expect(areas.map(({ areaName, stores }) => [areaName, stores.length])).toEqual([['苏州市', 2]])
  expect((await admin.ok(ybOptions.pullConfigPlaces)).areas).toHaveLength(3)
  const { drowDownItems } = await area.ok(ybOptions.pullUserMedicalAreaCodes, { keyword: '南京' })
  expect(drowDownItems).toEqual([
    { value: '320000', name: '江苏省', drowDownItems: [{ value: '320100', name: '南京市' }] },
  ])
})

test('the lock is set at three levels and the watermark at two; who has chosen no area gets the platform’s', async () => {
  const shown = async (client: Client) => {
    const { lockMinutes, watermark } = await client.ok(ybConfig.pullMedicalUI)
    return [lockMinutes, watermark]
  }
  const clerk = await server.as('clerk')
  expect(await shown(clerk)).toEqual([0, false])
  const { revision } = await admin.ok(systemConfig.pullOptions)
  await admin.ok(systemConfig.save, { revision, values: { lockMinutes: 30, watermark: true } })
  expect([await shown(clerk), await shown(admin)]).toEqual([
    [30, true],
    [30, true],
  ])
  expect((await save(inArea, { lockMinutes: 10, watermark: false })).success).toBe(true)
  expect([await shown(clerk), await shown(admin)]).toEqual([
    [10, false],
    [30, true],
  ])
  expect((await save(inStore, { lockMinutes: 0 })).success).toBe(true)
  expect(await shown(clerk)).toEqual([0, false])
  for (const wrong of [121, -1, 1.5, '5'])
    expect((await save(inStore, { lockMinutes: wrong })).error?.fields).toHaveProperty(['values.lockMinutes'])
  expect((await save(inStore, { watermark: true })).resultExtendInfo).toMatchObject({ key: 'config.option' })
})

test('every option has a reader: it changes the settings in force or the centre’s profile', () => {
  const centre = ['centreUrl', 'gatewayAccount', 'gatewaySecret', 'recerSysCode', 'infver', 'lookup', 'repeatMsgid']
  const spoken = [
    'gatewayKind',
    'gatewayApiName',
    'gatewayApiVersion',
    'callPath',
    'uploadPath',
    'downloadPath',
    'urlStyle',
    'contentType',
    'identityInSettle',
    'uploadMode',
    'catalogueFileCode',
    'claims',
    'circulation',
    'twoDiseases',
    'clearing',
    'traceInSettle',
    'figures',
  ]
  const others = [...centre, ...spoken, 'centreCa', 'fundIncludesAcct', 'mulaidInAcct']
  const platform = Object.keys(platformDefaults({ passwordDays: 0 }))
  for (const { key } of groups.flatMap(({ options }) => options))
    expect(Object.hasOwn(defaultSettings, key) || [...others, ...platform].includes(key), key).toBe(true)
  expect(withOverrides({ slipNote: 'a' }, { slipNote: 7 }, null)).toMatchObject({ slipNote: 'a' })
})
