import { operationLog as calls } from '@yibao/shared/calls/operation-log.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { seedId, storeIdOf } from '../../seed/organisation.ts'
import { people } from '../../seed/people.ts'
import { areaRole } from '../../seed/roles.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { dataRole, user, userDataRole, userMenuRole } from '../auth/tables.ts'

// The log of a chain: more lines of one area than are gone through at once, over two hundred days; another area is small.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const ago = (days: number) => formatTime(new Date(clock().getTime() - days * 86_400_000))

beforeAll(async () => {
  const [large, small] = [storeIdOf('P32050100001'), storeIdOf('P32010200001')]
  await server.deps.db.execute(sql`insert into operation_log (id, at, user_name, store_id, area_code, call, action, target,
      record, ok, ms, request_id)
    select 'l' || n, ${clock().toISOString()}::timestamptz - n * interval '170 seconds', '李䶮',
      case when n % 500 = 0 then ${small} else ${large} end, case when n % 500 = 0 then '320100' else '320500' end,
      'settlement.settle', '结算', case when n = 1000 then '退药说明' else '00001261129K2Q8Z' || n end, '{}', true, 5, 'r' || n
    from generate_series(1, 100300) n`)
  await server.deps.db.execute(sql`vacuum analyze operation_log`)
})

test('words are looked for in a large log some days at a time, in a small one in all of it', async () => {
  const area = await server.as('area', { areaCode: '320500' })
  const other = await server.as('area', { areaCode: '320100' })
  const said = async (who: typeof area, input: object) => (await who.send(calls.paged, input)).error?.fields?.from
  const text = '操作记录超过 10 万条，按操作员、模块、操作、IP 或内容一次最多查 31 天，请缩短时间'
  for (const asked of [
    { keyword: '退药' },
    { userName: '王' },
    { action: '退' },
    { module: 'auth' },
    { ip: '10.0.0.1' },
  ])
    expect(await said(area, asked), JSON.stringify(asked)).toBe(text)
  expect(await said(area, { keyword: '退药', from: ago(200), to: ago(100) })).toBe(text)
  for (const sortField of ['ms', 'userName'])
    expect(await said(area, { sortField })).toBe('操作记录超过 10 万条，按用时或操作员排序一次最多查 31 天，请缩短时间')
  for (const fine of [
    {},
    { result: 'failed' },
    { sortField: 'at' },
    { sortField: 'ms', from: ago(30) },
    { keyword: '退药', from: ago(190), to: ago(160) },
  ])
    expect(await said(area, fine), JSON.stringify(fine)).toBeUndefined()
  expect(await said(area, { keyword: '退药', from: ago(30) })).toBeUndefined()
  expect((await other.ok(calls.paged, { keyword: '退药' })).items.map(({ target }) => target)).toEqual(['退药说明'])
})

test('of what administrators of an area did, whoever holds a part of it reads his own and that of accounts he sees', async () => {
  const { db } = server.deps
  const [guanqian, pingjiang] = [storeIdOf('P32050100001'), storeIdOf('P32050100002')]
  const chains = [
    { id: seedId(4, 91), code: 'chain-a', name: '甲连锁', areas: [], stores: [guanqian] },
    { id: seedId(4, 92), code: 'chain-b', name: '乙连锁', areas: [], stores: [pingjiang] },
  ]
  await db.insert(dataRole).values(chains)
  const admins = ['mine', 'colleague', 'foreign'].map((userName, i) => ({
    ...{ id: seedId(2, 91 + i), userName, name: userName, isAdminUser: true, passwordHash: 'x' },
  }))
  await db.insert(user).values(admins)
  await db.insert(userMenuRole).values(admins.map(({ id }) => ({ userId: id, roleId: areaRole.id })))
  await db
    .insert(userDataRole)
    .values(admins.map(({ id, userName }) => ({ userId: id, roleId: chains[userName === 'foreign' ? 1 : 0]!.id })))
  const whole = { id: people.find(({ userName }) => userName === 'area')!.id, userName: 'area' }
  const did = [...admins, whole].map(({ id: userId, userName }) => ({
    ...{ id: `did-${userName}`, at: clock(), userId, userName, areaCode: '320500', call: 'company.rotateKey' },
    ...{ action: '更换验证码', target: '甲', record: {}, ok: true, ms: 1, requestId: userName },
  }))
  const atStore = { ...did[2]!, id: 'did-at-store', storeId: guanqian, requestId: 'at-store' }
  await db.insert(operationLog).values([...did, atStore])
  const seen = async (userName: string) => {
    const client = await server.as(userName, { areaCode: '320500' })
    const { items } = await client.ok(calls.paged, { action: '更换验证码', from: ago(1) })
    for (const { id } of [...did, atStore])
      expect((await client.send(calls.get, { id })).success, `${userName} ${id}`).toBe(
        items.some((one) => one.id === id),
      )
    return items.map(({ id }) => id.slice(4)).sort()
  }
  expect(await seen('mine')).toEqual(['at-store', 'colleague', 'mine'])
  expect(await seen('foreign')).toEqual(['foreign'])
  expect(await seen('area')).toEqual(['area', 'at-store', 'colleague', 'foreign', 'mine'])
  expect(await seen('admin')).toHaveLength(5)
})
