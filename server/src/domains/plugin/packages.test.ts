import { releaseText } from '@yibao/shared/agent/release.ts'
import { plugin as calls } from '@yibao/shared/calls/plugin.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { putReleaseKeys } from '../../test/release-keys.ts'
import { area } from '../organisation/tables.ts'
import { pluginLimits } from './manifest.ts'
import { pluginArea, pluginDay, pluginForce, pluginLog, pluginNode, pluginPackage, pluginService } from './tables.ts'
import { type Files, inForce, packed, sample, samplePackage, upload } from './test/packages.ts'

const clock = testClock()
let admin: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
})
beforeEach(async () => {
  clock.advance(1000)
  for (const table of [pluginPackage, pluginService, pluginArea, pluginForce, pluginLog, pluginNode, pluginDay])
    await server.deps.db.delete(table)
})

const refusal = async (zip: Uint8Array) => (await upload(server, admin, zip)).resultNotice?.error
const state = async (id: string) => (await admin.ok(calls.packageGet, { id })).state
const forces = async () =>
  (await server.deps.db.select().from(pluginForce))
    .map(({ areaCode, infno, part }) => `${areaCode} ${infno} ${part}`)
    .sort()

test('without the keys nothing can be checked, so nothing is kept', async () => {
  expect(await refusal(samplePackage())).toBe('没有配置发布公钥，不能核对插件包的签名')
  putReleaseKeys(server.dataDir)
  expect(await refusal(samplePackage())).toBeUndefined()
})

const good = () => {
  putReleaseKeys(server.dataDir)
  return sample()
}
const changed = (over: Record<string, unknown>, files: Files = {}) => samplePackage(over, files)
const service = { kind: 'mapping', code: 'one', name: '示例', infno: '2102', rules: 'rules/x.tsv' }
const withRules = (text: string, over: object = {}) =>
  changed({ services: [{ ...service, ...over }] }, { 'rules/x.tsv': text })

test.each<[string, () => Uint8Array, string]>([
  ['what is no zip', () => Buffer.from('PK'), '不是有效的 zip'],
  [
    'a zip of something else',
    () => packed({}, {}, { without: ['plugin.json'], behind: { 'a.txt': 'x' } }),
    '没有 plugin.json',
  ],
  ['one signature', () => packed(good().manifest, good().files, { signers: 1 }), '签名不足或不正确'],
  ['no signature', () => packed(good().manifest, good().files, { signers: 0 }), '签名不足或不正确'],
  [
    'the signature of a release',
    () => packed(good().manifest, good().files, { text: releaseText }),
    '签名不足或不正确',
  ],
  [
    'a changed file',
    () => packed(good().manifest, good().files, { behind: { 'rules/purchase.tsv': 'in\tomit\ta\tb' } }),
    '与签名的清单不符',
  ],
  ['an added file', () => packed(good().manifest, good().files, { behind: { 'more.tsv': 'x' } }), '不在签名的清单中'],
  [
    'a missing file',
    () => packed(good().manifest, good().files, { without: ['rules/purchase.tsv'] }),
    '缺少清单中的文件',
  ],
  ['a way out', () => packed(good().manifest, good().files, { behind: { '../x': 'x' } }), '不能使用'],
  ['a bomb', () => packed(good().manifest, { 'big.txt': new Uint8Array(pluginLimits.bytes + 1) }), '解压后超过 4 MB'],
  [
    'too many files',
    () => packed(good().manifest, Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, '']))),
    '文件多于 50 个',
  ],
  ['an unknown entry of the manifest', () => changed({ script: 'x.js' }), '有不认识的项 script'],
  [
    'a kind of service that does not exist',
    () => changed({ services: [{ kind: 'code', code: 'one', name: '示例', infno: '2102' }] }),
    '清单 服务（services）第 1 项',
  ],
  ['no area', () => changed({ areas: [] }), '适用区划（areas）'],
  ['a version that is none', () => changed({ version: '1.0' }), '版本（version）'],
  ['a server that is too old', () => changed({ minServer: '99.0.0' }), '需要服务器版本 99.0.0'],
  [
    'a rules file that is not there',
    () => changed({ services: [{ ...service, rules: 'rules/no.tsv' }] }),
    '没有规则文件 rules/no.tsv',
  ],
  ['an unknown verb', () => withRules('in\teval\tdruginfo\tbegntime\tx'), 'rules/x.tsv 第 1 行 动作「eval」不能使用'],
  [
    'a guarded field',
    () => withRules('#\nin\ttype\tdruginfo\tmedfee_sumamt\tnumber'),
    'rules/x.tsv 第 2 行 medfee_sumamt：是受保护的字段',
  ],
  ['an unknown transaction', () => withRules('in\tomit\tdata\tx', { infno: '9999' }), '没有交易 9999'],
  [
    'a settlement that would be repeated',
    () => changed({ services: [{ kind: 'route', code: 'one', name: '示例', infno: '2102', retries: 1 }] }),
    '交易 2102 会改变中心的记录，不能自动重发',
  ],
  [
    'two services for one thing',
    () =>
      changed({ services: [service, { ...service, code: 'two' }] }, { 'rules/x.tsv': 'in\tomit\tdruginfo\tinvono' }),
    '有两个服务',
  ],
])('%s is refused, and nothing is kept', async (_, zip, words) => {
  putReleaseKeys(server.dataDir)
  expect(await refusal(zip())).toContain(words)
  expect(await server.deps.db.select().from(pluginPackage)).toEqual([])
})

test('a life: uploaded, installed, bound, enabled, upgraded, rolled back, stopped, uninstalled, removed', async () => {
  putReleaseKeys(server.dataDir)
  const first = await inForce(server, admin, samplePackage())
  expect(await forces()).toEqual([
    '320500 1101 route',
    '320500 2101 in',
    '320500 2101 out',
    '320500 2102 in',
    '320500 2102 out',
  ])
  expect((await upload(server, admin, samplePackage())).resultNotice?.error).toBe(
    '插件 suzhou-dialect 的版本 1.0.0 已上传',
  )

  const second = (await upload(server, admin, samplePackage({ version: '1.1.0', name: '苏州报文 䶮𠮷' }))).result.id
  expect((await admin.send(calls.enable, { id: second })).error?.message).toBe(
    '苏州报文 䶮𠮷 1.1.0 是「未安装」，不能启用',
  )
  await admin.ok(calls.install, { id: second })
  expect([await state(first), await state(second)]).toEqual(['enabled', 'stopped'])
  await admin.ok(calls.enable, { id: second })
  expect([await state(first), await state(second)]).toEqual(['stopped', 'enabled'])
  expect((await admin.ok(calls.packageGet, { id: second })).former).toBe('1.0.0')
  expect((await admin.ok(calls.servicePaged)).items.map(({ version }) => version)).toEqual(['1.1.0', '1.1.0', '1.1.0'])

  await admin.ok(calls.rollback, { id: second })
  expect([await state(first), await state(second)]).toEqual(['enabled', 'stopped'])
  expect((await admin.send(calls.rollback, { id: first })).error?.message).toBe('没有可以回滚的上一版本')

  expect((await admin.send(calls.uninstall, { id: first })).error?.message).toBe(
    '苏州药店结算报文 1.0.0 已启用，不能卸载',
  )
  await admin.ok(calls.stop, { id: first })
  expect(await forces()).toEqual([])
  await admin.ok(calls.uninstall, { id: first })
  await admin.ok(calls.uninstall, { id: second })
  expect((await admin.ok(calls.servicePaged)).items).toEqual([])
  expect(await server.deps.db.select().from(pluginArea)).toEqual([])
  await admin.ok(calls.remove, { id: first })
  const { items } = await admin.ok(calls.packagePaged)
  expect(items.map(({ version, state: now }) => [version, now])).toEqual([['1.1.0', 'uploaded']])
  const { events } = await admin.ok(calls.packageGet, { id: second })
  expect(events.map(({ move }) => move.split(' ')[0]).toSorted()).toEqual([
    '上传',
    '上传',
    '停用',
    '删除',
    '卸载',
    '卸载',
    '启用',
    '启用',
    '回滚',
    '安装',
    '安装',
    '绑定区划',
  ])
  const log = await server.deps.db.select().from(operationLog).where(eq(operationLog.call, 'plugin.enable'))
  expect(log.map(({ ok, target }) => [ok, target])).toContainEqual([true, '苏州报文 䶮𠮷 1.1.0'])
})

test('what a state does not allow is refused with the state and with what can be done in it', async () => {
  putReleaseKeys(server.dataDir)
  const { id } = (await upload(server, admin, samplePackage())).result
  const said = async (call: typeof calls.stop) => {
    const { resultNotice } = await admin.send(call, { id, ...(call.path === calls.assign.path && { areaCodes: [] }) })
    return [resultNotice?.error, resultNotice?.tips]
  }
  const is = (state: string, action: string) => `苏州药店结算报文 1.0.0 是「${state}」，不能${action}`
  const fresh = '请先「安装」；不需要的包可以「删除」'
  for (const [call, action] of [
    [calls.enable, '启用'],
    [calls.stop, '停用'],
    [calls.rollback, '回滚'],
    [calls.uninstall, '卸载'],
    [calls.assign, '绑定区划'],
  ] as const)
    expect(await said(call as typeof calls.stop)).toEqual([is('未安装', action), fresh])
  await admin.ok(calls.install, { id })
  const installed = '已经安装，可以「启用」或「卸载」'
  expect(await said(calls.install)).toEqual([is('已停用', '安装'), installed])
  expect(await said(calls.remove)).toEqual([is('已停用', '删除'), installed])
  await admin.ok(calls.enable, { id })
  expect(await said(calls.enable)).toEqual([is('已启用', '启用'), '正在使用，需要时先「停用」'])
  await admin.ok(calls.stop, { id })
  for (const [command, action] of [
    ['reload', '重新加载'],
    ['stop', '停用'],
  ] as const) {
    const { resultNotice } = await admin.send(calls.monitorCommand, { plugin: 'suzhou-dialect', command })
    expect([resultNotice?.error, resultNotice?.tips]).toEqual([
      `插件 suzhou-dialect 没有启用的版本，不能${action}`,
      '请在「插件包」启用一个版本，并绑定区划',
    ])
  }
})

test('a package is bound to areas it was made for only, and a version that drops one of them does not replace it', async () => {
  putReleaseKeys(server.dataDir)
  const id = await inForce(server, admin, samplePackage({ areas: ['320500', '320100'] }), ['320500', '320100'])
  expect((await admin.send(calls.assign, { id, areaCodes: ['430100'] })).error?.message).toBe(
    '苏州药店结算报文 1.0.0 没有声明适用于 长沙市',
  )
  expect((await admin.send(calls.assign, { id, areaCodes: ['999999'] })).error?.message).toBe('没有找到选择的区划')
  const next = (await upload(server, admin, samplePackage({ version: '2.0.0' }))).result.id
  await admin.ok(calls.install, { id: next })
  expect((await admin.send(calls.enable, { id: next })).error?.message).toContain('没有声明适用于 南京市')
  expect([await state(id), await state(next)], 'nothing half done').toEqual(['enabled', 'stopped'])
  await admin.ok(calls.assign, { id, areaCodes: [] })
  expect(await forces()).toEqual([])
})

test('two plugins for one thing in an area: the conflict names both, and nothing has changed', async () => {
  putReleaseKeys(server.dataDir)
  await inForce(server, admin, samplePackage())
  const other = { code: 'other', name: '另一个插件', services: [{ ...service, name: '结算' }] }
  const rules = { 'rules/x.tsv': 'out\tdefault\tsetlinfo\tgend\t9' }
  const { id } = (await upload(server, admin, samplePackage(other, rules))).result
  await admin.ok(calls.install, { id })
  await admin.ok(calls.assign, { id, areaCodes: ['320500'] })
  const before = await forces()
  expect((await admin.send(calls.enable, { id })).error?.message).toBe(
    '苏州市 的交易 2102（答复）已由插件「苏州药店结算报文 1.0.0」的服务「药店结算」处理，「另一个插件 1.0.0」的服务「结算」不能同时启用',
  )
  expect([await state(id), await forces()]).toEqual(['stopped', before])
  await admin.ok(calls.serviceStop, { plugin: 'suzhou-dialect', code: 'settle' })
  await admin.ok(calls.enable, { id })
  expect(await state(id)).toBe('enabled')
  expect(
    (await admin.send(calls.serviceEnable, { plugin: 'suzhou-dialect', code: 'settle' })).error?.message,
  ).toContain('不能同时启用')
})

test('bytes that are no longer what was uploaded are not installed: 失败, with the reason', async () => {
  putReleaseKeys(server.dataDir)
  const { id } = (await upload(server, admin, samplePackage())).result
  const { manifest, files } = sample()
  const content = packed(manifest, files, { behind: { 'rules/purchase.tsv': 'in\tomit\tdruginfo\tinvono' } })
  await server.deps.db.update(pluginPackage).set({ content }).where(eq(pluginPackage.id, id))
  expect((await admin.send(calls.install, { id })).error?.message).toContain('rules/purchase.tsv 与签名的清单不符')
  expect(await admin.ok(calls.packageGet, { id })).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('与签名的清单不符'),
  })
  expect((await admin.send(calls.enable, { id })).success).toBe(false)
})

test('a service: switched, bound to some of the areas, given another timeout within limits', async () => {
  putReleaseKeys(server.dataDir)
  await inForce(server, admin, samplePackage({ areas: ['320500', '320100'] }), ['320500', '320100'])
  const person = { plugin: 'suzhou-dialect', code: 'person' }
  const only = async () => (await forces()).filter((one) => one.includes('1101'))
  expect(await only()).toEqual(['320100 1101 route', '320500 1101 route'])
  await admin.ok(calls.serviceSave, { ...person, timeout: 45, areaCodes: ['320100'] })
  expect(await only()).toEqual(['320100 1101 route'])
  const [row] = (await admin.ok(calls.servicePaged, { infno: '1101' })).items
  expect(row).toMatchObject({ timeout: 45, areas: '南京市', areaCodes: ['320100'], retries: 1, enabled: true })
  expect(server.deps.services.centre.of('320100').profile.plugins?.['1101']?.route?.route).toMatchObject({
    timeoutMs: 45_000,
  })
  const wrong = async (input: object) =>
    (await admin.send(calls.serviceSave, { ...person, timeout: 0, areaCodes: [], ...input })).error?.message
  expect(await wrong({ timeout: 121 })).toContain('超时')
  expect(await wrong({ areaCodes: ['430100'] })).toContain('没有绑定长沙市')
  expect(await wrong({ code: 'settle', timeout: 20 })).toContain('交易映射没有超时')
  await admin.ok(calls.serviceStop, person)
  expect(await only()).toEqual([])
  expect((await admin.ok(calls.servicePaged, { areaCode: '320500' })).items.map(({ code }) => code)).toEqual([
    'presettle',
    'settle',
  ])
})

test('what somebody stopped or limited stays so over a version that has none of it, until the plugin is uninstalled', async () => {
  putReleaseKeys(server.dataDir)
  const areas = ['320500', '320100']
  const first = await inForce(server, admin, samplePackage({ areas }), areas)
  const of = (code: string) => ({ plugin: 'suzhou-dialect', code })
  await admin.ok(calls.serviceStop, of('settle'))
  await admin.ok(calls.serviceSave, { ...of('person'), timeout: 45, areaCodes: ['320100'] })
  const before = await forces()
  const services = async () =>
    (await admin.ok(calls.servicePaged)).items.map(({ code, enabled, timeout, areaCodes }) => [
      ...[code, enabled, timeout, areaCodes.join()],
    ])
  const known = await services()
  const { manifest } = sample()
  const some = (manifest.services as { code: string }[]).filter(({ code }) => code === 'presettle')
  const second = await inForce(server, admin, samplePackage({ areas, version: '1.1.0', services: some }), areas)
  expect((await services()).map(([code]) => code)).toEqual(['presettle'])
  expect((await admin.send(calls.serviceEnable, of('settle'))).statusCode).toBe(404)
  expect(await forces()).not.toEqual(before)
  await admin.ok(calls.rollback, { id: second })
  expect([await forces(), await services()]).toEqual([before, known])
  await admin.ok(calls.stop, { id: first })
  for (const id of [second, first]) await admin.ok(calls.uninstall, { id })
  await admin.ok(calls.install, { id: first })
  expect(
    (await services()).every(([, enabled]) => enabled),
    'a new beginning',
  ).toBe(true)
})

test('a timeout stays with its service over versions, and never comes to another transaction', async () => {
  putReleaseKeys(server.dataDir)
  await inForce(server, admin, samplePackage())
  const person = { plugin: 'suzhou-dialect', code: 'person' }
  await admin.ok(calls.serviceSave, { ...person, timeout: 2, areaCodes: [] })
  const next = async (version: string, infno: string) => {
    const route = { kind: 'route', code: 'person', name: '地址', infno, path: '/fsi/v2/call' }
    await inForce(server, admin, samplePackage({ version, services: [route] }))
    return server.deps.services.centre.of('320500').profile.plugins?.[infno]?.route?.route.timeoutMs
  }
  expect(await next('1.1.0', '1101')).toBe(2000)
  expect(await next('1.2.0', '2102'), 'a settlement is not given up after 2 s').toBeUndefined()
  expect((await admin.ok(calls.servicePaged)).items).toMatchObject([{ code: 'person', infno: '2102', timeout: 0 }])
  const short = await admin.send(calls.serviceSave, { ...person, timeout: 9, areaCodes: [] })
  expect(short.error?.message).toContain('交易 2102 的超时不能小于 10 秒')
  expect(await next('1.3.0', '2204')).toBeUndefined()
  const long = await admin.send(calls.serviceSave, { ...person, timeout: 41, areaCodes: [] })
  expect(long.error?.message).toContain('交易 2204 的超时不能大于 40 秒')
})

test('a test maps what was pasted and sends nothing', async () => {
  putReleaseKeys(server.dataDir)
  await inForce(server, admin, samplePackage())
  const one = { plugin: 'suzhou-dialect', code: 'settle' }
  const out = await admin.ok(calls.serviceTest, {
    ...{ ...one, direction: 'out' as const },
    message: '{"setlinfo":{"setl_id":"1","settle_time":"20241024103100","fund_pay_sumamt":12.30}}',
  })
  expect(out).toMatchObject({ ok: true, faults: [] })
  expect(JSON.parse(out.text)).toEqual({
    setlinfo: { setl_id: '1', setl_time: '2024-10-24 10:31:00', fund_pay_sumamt: '12.30' },
  })
  const request = await admin.ok(calls.serviceTest, {
    ...{ ...one, direction: 'in' as const },
    message: '{"druginfo":{"begntime":"昨天"}}',
  })
  expect(request.ok).toBe(false)
  expect(request.faults[0]).toContain('druginfo.begntime 的值不是日期时间')
  expect((await admin.send(calls.serviceTest, { ...one, direction: 'in', message: '[' })).error?.message).toContain(
    '不是有效的 JSON',
  )
})

test('nobody but a super administrator comes near', async () => {
  for (const client of [await server.as('area', { areaCode: '320500' }), await server.as('clerk')])
    for (const call of [calls.packagePaged, calls.servicePaged, calls.monitorPaged])
      expect((await client.send(call)).statusCode).toBe(403)
})

test('only the areas that it concerns count up, and only they have anything of it', async () => {
  putReleaseKeys(server.dataDir)
  const counts = async () =>
    new Map((await server.deps.db.select().from(area)).map(({ code, pluginRevision }) => [code, pluginRevision]))
  const before = await counts()
  await inForce(server, admin, samplePackage())
  const after = await counts()
  expect([...after].filter(([code, n]) => n !== before.get(code)).map(([code]) => code)).toEqual(['320500'])
  expect(server.deps.services.centre.of('430100').profile.plugins).toBeUndefined()
})
