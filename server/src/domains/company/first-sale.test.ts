import { auth } from '@yibao/shared/calls/auth.ts'
import { ybConfig } from '@yibao/shared/calls/base.ts'
import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { company } from '@yibao/shared/calls/company.ts'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { organ } from '@yibao/shared/calls/organ.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { importing } from '@yibao/shared/calls/transfer.ts'
import { account } from '@yibao/shared/calls/user.ts'
import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { setupOrder } from '@yibao/shared/setup.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encode } from '../../test/encode.ts'
import { type Client, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { tryImport } from '../../test/try-import.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { xlsxBytes } from '../../xlsx/write.ts'
import { keepOutcome } from '../organisation/setup.ts'
import { type Centre, startCentre } from '../settlement/test/centre.ts'
import { readByScan, tellTime } from '../settlement/test/counter.ts'
import { importTypes } from '../transfer/import-types.ts'

// A new production database: no area, no company, no goods, one administrator. What people press until the first
// customer is served, in their order and by their own accounts; nothing is put into the database from outside.

const clock = testClock()
const firstPassword = 'Yibao#First2026'
let centre: Centre
let server: TestServer
beforeAll(async () => {
  centre = await startCentre({ catalogueRows: 500 })
  await tellTime(centre, clock())
  server = await startTestServer({ clock, adminPassword: firstPassword, config: { centreUrl: centre.url } })
})
afterAll(async () => {
  await server?.close()
  await centre?.close()
})

const login = async (userName: string, password: string) => {
  clock.advance(1000)
  return server.nobody.ok(auth.login, { userName, passWord: encode(password, clock()) })
}

/** The first login of an account: its initial password opens nothing but the change of it. */
const enter = async (userName: string, initial: string, areaCode?: string): Promise<Client> => {
  const opened = await login(userName, initial)
  clock.advance(1000)
  const [oldPassword = '', password = ''] = [initial, `${initial}x`].map((one) => encode(one, clock()))
  const change = { userName, oldPassword, password, confirmPassword: password }
  await server.withToken(opened.token).ok(account.forceChangePassword, change)
  const client = server.withToken((await login(userName, `${initial}x`)).token)
  if (!areaCode) return client
  const switched = await client.ok(auth.switchArea, { medicalAreaCode: areaCode })
  return server.withToken(switched.token)
}

const bringIn = async (client: Client, importType: ImportTypeName, rows: Record<string, string>[], area?: string) => {
  const { fields } = importTypes[importType]
  const keys = Object.keys(rows[0]!)
  const columns = keys.map((key) => ({ title: metaOf(fields[key]!)!.title, width: 20 }))
  const sheet = await xlsxBytes([{ name: '表', columns, rows: [rows.map((row) => keys.map((key) => row[key]))] }])
  const { result, error } = await tryImport(server, client, { importType, medicalAreaCode: area }, sheet)
  expect([error, result?.errors]).toEqual([null, []])
  const { progressId } = await client.ok(importing.run, { importId: result!.importId })
  await untilEnded(client, progressId)
}

test('from an empty production database to the first sale', async () => {
  const chief = await enter('admin', firstPassword)
  expect(await chief.ok(ybConfig.pullMedicalAreaCodes)).toEqual({ drowDownItems: [] })

  // The company, its areas, its stores, its administrator (公司初始化).
  const companyId = '30001'
  await chief.ok(company.add, { companyId, name: '䶮𠮷大药房连锁' })
  const wrong = await chief.send(ybConfig.openMedicalArea, { medicalAreaCode: '99' })
  expect(wrong.error?.fields).toHaveProperty('medicalAreaCode')
  expect((await chief.send(ybConfig.openMedicalArea, { medicalAreaCode: '659009' })).error?.fields).toHaveProperty(
    'name',
  )
  for (const medicalAreaCode of ['320500', '330100']) await chief.ok(ybConfig.openMedicalArea, { medicalAreaCode })
  await chief.ok(ybConfig.openMedicalArea, { medicalAreaCode: '659009', name: '昆玉市' })
  const assigned = await chief.ok(company.assignAreas, { companyId, areas: ['320500', '330100', '659009'] })
  expect(assigned.areaNames).toBe('苏州市、杭州市、昆玉市')
  const shop = (fixmedinsCode: string, name: string) => ({ companyId, fixmedinsCode, name })
  await bringIn(chief, 'store', [shop('P32050100001', '一号店')], '320500')
  await bringIn(chief, 'store', [shop('P33010100009', '杭州店')], '330100')
  const { userName, made } = await chief.ok(company.openAdmin, { companyId, userName: 'boss', name: '掌柜' })
  const boss = await enter(userName, made!.initialPassword, '320500')

  // What the centre has: dictionaries and catalogue. What the shop sells, and what it is to the centre.
  await untilEnded(boss, (await boss.ok(dictionary.download, { codeTypes: ['med_type', 'insutype'] })).progressId)
  await untilEnded(boss, (await boss.ok(catalogueMenu.downloadCatalogue)).progressId)
  const { items: found } = await boss.ok(catalogueMenu.getItemDirectoryByPage, { keyword: 'ZA00AAA000A001010100002' })
  expect(found.map(({ name }) => name)).toEqual(['复方丹参滴丸'])
  await bringIn(boss, 'ownItem', [
    { ownCode: 'DS-1', name: '复方丹参滴丸', price: '30.00', spec: '27mg*180丸', nationalCode: found[0]!.code },
    { ownCode: 'CARD', name: '会员卡工本费', price: '0.01', spec: '', nationalCode: '' },
  ])
  const sent = await untilEnded(boss, (await boss.ok(catalogueMenu.importMatches)).progressId)
  expect([sent.text, sent.error]).toEqual(['已上报 1 条对照', undefined])
  await untilEnded(boss, (await boss.ok(menuDiff.recompute)).progressId)
  expect((await boss.ok(menuDiff.paged)).items.map(({ ownCode, type }) => [ownCode, type])).toEqual([
    ['CARD', 'unmapped'],
  ])

  // The clerk, made by the company's administrator.
  const { items: menus } = await boss.ok(menuRole.paged, { pageSize: 50 })
  const store = (await boss.ok(organ.pullOrgans, { pageSize: 50 })).items.find(({ name }) => name === '一号店')!
  const clerkRole = menus.find(({ name }) => name === '店员')!
  const hers = await boss.ok(roleUser.addUser, {
    ...{ userName: 'lin', surName: '小林', name: '林𠮷䶮', isAdminUser: false, storeId: store.id },
    ...{ menuRoleIds: [clerkRole.roleId], dataRoleIds: [] },
  })
  const clerk = await enter('lin', hers.initialPassword)

  // Her store is new: she is led through its set-up. A sheet that names it again does not begin that anew.
  const led = async () => (await login('lin', `${hers.initialPassword}x`)).initializeInfo
  expect(await led()).toEqual({ isNeedInitialize: true, initializeStep: 1 })
  const setup = { deps: server.deps, me: { name: '掌柜' } as never }
  for (const step of setupOrder) await keepOutcome(setup, store.id, step, { state: 'done', text: '好' })
  await bringIn(chief, 'store', [shop('P32050100001', '一号店')], '320500')
  expect(await led()).toEqual({ isNeedInitialize: false, initializeStep: 0 })

  // The first customer.
  await clerk.ok(signIn.do)
  const person = await readByScan(clerk, 'eVoucher', await centre.code('32050000000000000001'))
  const priced = await clerk.ok(settlement.preSettle, {
    ...{ readId: person.readId, insutype: person.insutype, medicalType: '41' },
    lines: [
      { ownCode: 'DS-1', quantity: '2', price: '30.00' },
      { ownCode: 'CARD', quantity: '1', price: '0.01' },
    ],
  })
  const answer = await clerk.send(settlement.settle, { orderId: priced.id }, { 'idempotency-key': priced.settleKey! })
  expect(answer.result).toMatchObject({ status: '2', total: '60.01' })
  const booked = await centre.book('P32050100001', formatDay(clock()))
  expect(booked.map(({ medfee_sumamt }) => Number(medfee_sumamt))).toEqual([60.01])
  expect((await clerk.ok(slip.make, { orderId: priced.id, kind: 'settlement' })).slipId).toBeTruthy()
  expect((await boss.ok(order.paged)).items).toHaveLength(1)

  // The other area's centre is not the demo's: nothing leaves before its account is entered, then it is spoken with as
  // its 医保配置 says.
  const inHangzhou = { medicalAreaCode: '330100' }
  const tried = await chief.ok(ybOptions.testConnection, { ...inHangzhou, values: {} })
  expect(tried).toMatchObject({ ok: false, text: expect.stringContaining('还没有填写医保网关的账号和密钥') })
  const { revision, options } = await chief.ok(ybOptions.pullYBConfigOptionsV2, inHangzhou)
  expect(options.find(({ key }) => key === 'gatewaySecret')?.filled).toBe(false)
  const values = {
    ...({ gatewayKind: 'CSB', urlStyle: 'infno', contentType: 'text/plain', identityInSettle: 'always' } as const),
    ...{ gatewayAccount: 'AK430100', gatewaySecret: encode('demo-secret-430100', clock()) },
    centreUrl: centre.url,
  }
  await chief.ok(ybOptions.saveYBConfigOptions, { ...inHangzhou, revision, values })
  expect(server.deps.services.centre.of('330100').profile).toMatchObject({
    ...{ edition: 'JX', urlStyle: 'infno', contentType: 'text/plain', identityInSettle: 'always' },
    ...{ baseUrl: centre.url, gateway: { kind: 'CSB', accessKey: 'AK430100', secretKey: 'demo-secret-430100' } },
  })
}, 120_000)
