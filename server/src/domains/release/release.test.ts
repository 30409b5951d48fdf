import { createHash } from 'node:crypto'
import { product } from '@yibao/shared/agent/protocol.ts'
import { releaseText } from '@yibao/shared/agent/release.ts'
import { upgradeClient as calls } from '@yibao/shared/calls/upgrade-client.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { enrolledAgent, sendAs, type TestAgent } from '../../test/agent.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { putReleaseKeys, type ReleaseKey, releaseKeys, signaturesOf } from '../../test/release-keys.ts'
import { sendFile } from '../../test/send-file.ts'
import { agent as agentTable, area, store } from '../organisation/tables.ts'
import { pieceBytes } from './pieces.ts'
import { release, releasePiece } from './tables.ts'

const clock = testClock()
let admin: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  putReleaseKeys(server.dataDir)
  admin = await server.as('admin')
})
beforeEach(async () => {
  clock.advance(1000)
  for (const table of [agentTable, release, releasePiece]) await server.deps.db.delete(table)
})

const guanqian = storeIdOf('P32050100001')
const changsha = storeIdOf('P43010200001')

const program = Buffer.alloc(pieceBytes + 10, 'program')
const files = { agent: program, 'console/index.html': Buffer.from('<html></html>') }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const manifest = (over: Record<string, unknown> = {}) =>
  JSON.stringify({
    product,
    channel: 'stable',
    version: '2.0.0',
    minVersion: '1.0.0',
    expires: new Date(clock().getTime() + 30 * 86_400_000).toISOString(),
    files: Object.entries(files).map(([path, bytes]) => ({
      path,
      sha256: sha256(bytes),
      size: bytes.length,
      arch: 'any',
    })),
    rollout: { areas: [], stores: [] },
    ...over,
  })
const signed = (text: string, by?: readonly ReleaseKey[]) =>
  JSON.stringify({ manifest: text, signatures: signaturesOf(releaseText(text), by) })

/** Uploads one piece as the page does: multipart, the file last. */
const upload = (fields: Record<string, string>, bytes: Buffer) =>
  sendFile<{ success: boolean; result: { have: number }; resultNotice?: { error: string } }>(
    server,
    admin,
    calls.piece,
    { fields, name: 'piece', bytes },
  )

const uploadAll = async (releaseId: string) => {
  for (const bytes of Object.values(files))
    for (let from = 0; from < bytes.length; from += pieceBytes)
      await upload({ releaseId, sha256: sha256(bytes), from: String(from) }, bytes.subarray(from, from + pieceBytes))
}

const open = async (
  over: Record<string, unknown> = {},
  ring: Record<string, unknown> = { scope: 'all', forced: false },
) => {
  const { releaseId } = await admin.ok(calls.add, { signed: signed(manifest(over)) })
  await uploadAll(releaseId)
  await admin.ok(calls.publish, { releaseId, ...ring })
  return releaseId
}

const beat = async (agent: TestAgent, told: Record<string, unknown> = {}) => {
  clock.advance(1000)
  const body = { agentId: agent.agentId, version: '1.0.0', policyVersion: 1, drivers: [], printers: [], ...told }
  const { result } = await sendAs(server, agent, 'heartbeat', body)
  return (result as { release?: string }).release
}

test('a signed release is taken in pieces, goes on where it broke off, and is only then published', async () => {
  const text = signed(manifest())
  const { releaseId, missing } = await admin.ok(calls.add, { signed: text })
  expect(missing.map(({ path, have }) => [path, have])).toEqual([
    ['agent', 0],
    ['console/index.html', 0],
  ])
  const hash = sha256(program)
  const first = { releaseId, sha256: hash, from: '0' }
  expect((await upload(first, program.subarray(0, pieceBytes))).result).toEqual({ have: pieceBytes })
  expect((await upload(first, program.subarray(0, pieceBytes))).result, 'the same again').toEqual({ have: pieceBytes })
  const gap = await upload({ ...first, from: String(pieceBytes + 5) }, program.subarray(pieceBytes + 5))
  expect(gap.resultNotice?.error).toBe('文件片段与已上传的不衔接')
  expect((await admin.send(calls.publish, { releaseId, scope: 'all', forced: false })).error?.message).toBe(
    '文件 agent 还没有上传完',
  )
  const again = await admin.ok(calls.add, { signed: text })
  expect([again.releaseId, again.missing[0]?.have]).toEqual([releaseId, pieceBytes])
  await uploadAll(releaseId)
  expect((await admin.ok(calls.add, { signed: text })).missing).toEqual([])
  await admin.ok(calls.publish, { releaseId, scope: 'all', forced: false })
  const [row] = (await admin.ok(calls.paged)).items
  expect(row).toMatchObject({ version: '2.0.0', state: 'open', scopeText: '全部客户端', signers: 'release、backup' })
})

test.each<[string, () => string, string]>([
  ['one signature', () => signed(manifest(), releaseKeys.slice(0, 1)), '升级清单的签名不足或不正确'],
  ['a changed text', () => signed(manifest()).replace('2.0.0', '2.0.1'), '升级清单的签名不足或不正确'],
  ['no release at all', () => 'x', '升级清单不完整或格式不正确'],
  [
    'a way out of the folder',
    () => signed(manifest({ files: [{ path: '../x', sha256: 'a'.repeat(64), size: 1, arch: 'any' }] })),
    '升级清单不完整或格式不正确',
  ],
])('refused at the upload: %s', async (_, text, message) => {
  expect((await admin.send(calls.add, { signed: text() })).error?.message).toBe(message)
})

test('a version is one text: another one under the same number is refused', async () => {
  await admin.ok(calls.add, { signed: signed(manifest()) })
  const other = await admin.send(calls.add, { signed: signed(manifest({ notes: 'x' })) })
  expect(other.error?.message).toBe('版本 2.0.0 已有不同的内容')
})

test('bytes that are not what was signed are found before anybody is offered them', async () => {
  const { releaseId } = await admin.ok(calls.add, { signed: signed(manifest()) })
  await uploadAll(releaseId)
  await server.deps.db
    .update(releasePiece)
    .set({ bytes: Buffer.from('<HTML></HTML>') })
    .where(eq(releasePiece.sha256, sha256(files['console/index.html'])))
  const answer = await admin.send(calls.publish, { releaseId, scope: 'all', forced: false })
  expect(answer.error?.message).toBe('文件 console/index.html 与签名清单不符，已删除')
})

test('rings: a store list, areas, everybody; never wider than the keys allowed', async () => {
  const mine = await enrolledAgent(server, [guanqian])
  const far = await enrolledAgent(server, [changsha])
  const offered = async () => [await beat(mine), await beat(far)]
  const releaseId = await open({}, { scope: 'stores', stores: [guanqian], forced: false })
  expect(await offered()).toEqual(['2.0.0', undefined])
  await admin.ok(calls.publish, { releaseId, scope: 'areas', areas: ['430100'], forced: false })
  expect(await offered()).toEqual([undefined, '2.0.0'])
  await admin.ok(calls.publish, { releaseId, scope: 'all', forced: true })
  expect(await offered()).toEqual(['2.0.0', '2.0.0'])
  expect((await admin.send(calls.publish, { releaseId, scope: 'stores', stores: [], forced: false })).success).toBe(
    false,
  )
  await open({ version: '2.1.0', rollout: { areas: ['320500'], stores: [] } })
  expect(await offered(), 'the newer one is signed for one area only').toEqual(['2.1.0', '2.0.0'])
})

test('only what is newer is offered, and a paused or withdrawn release to nobody', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  const releaseId = await open()
  expect(await beat(agent, { version: '2.0.0' })).toBeUndefined()
  expect(await beat(agent, { version: '10.0.0' })).toBeUndefined()
  await admin.ok(calls.pause, { releaseId })
  expect(await beat(agent)).toBeUndefined()
  const ring = { releaseId, scope: 'all' as const, forced: true }
  expect(await admin.ok(calls.publish, ring), 'another ring publishes nothing').toEqual({ state: 'paused' })
  expect(await beat(agent)).toBeUndefined()
  await admin.ok(calls.resume, { releaseId })
  expect(await beat(agent)).toBe('2.0.0')
  await admin.ok(calls.withdraw, { releaseId })
  expect(await beat(agent)).toBeUndefined()
  expect(await server.deps.db.select().from(releasePiece), 'its files are gone').toEqual([])
  expect((await admin.send(calls.resume, { releaseId })).error?.message).toBe('版本现在的状态不能这样操作')
})

test('who was off over a change of keys is offered the release between; one that is over is offered to nobody', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  await open({ version: '1.1.0' })
  await open({ version: '1.2.0' })
  const update = { to: '1.2.0', phase: 'refused', reason: 'UPDATE_SIGNATURE' }
  expect(await beat(agent, { update }), 'of before, which says no more').toBe('1.2.0')
  expect(await beat(agent, { update: { ...update, unfit: ['1.2.0'] } })).toBe('1.1.0')
  clock.advance(1000)
  const offered = await sendAs(server, agent, 'release', { agentId: agent.agentId })
  expect(JSON.parse((offered.result as { release: { manifest: string } }).release.manifest).version).toBe('1.1.0')
  // It runs the one between: its keys hold, and it says nothing of what came before.
  expect(await beat(agent, { version: '1.1.0' })).toBe('1.2.0')
  const over = (days: number) =>
    server.deps.db.update(release).set({ expiresAt: new Date(clock().getTime() - days * 86_400_000) })
  await over(6)
  expect(await beat(agent)).toBe('1.2.0')
  await over(8)
  expect(await beat(agent)).toBeUndefined()
})

test('the grey channel is for stores that chose it', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  await open({ channel: 'grey' })
  expect(await beat(agent)).toBeUndefined()
  await server.deps.db
    .update(store)
    .set({ settings: { agentChannel: 'grey' } })
    .where(eq(store.id, guanqian))
  expect(await beat(agent)).toBe('2.0.0')
  await server.deps.db.update(store).set({ settings: {} }).where(eq(store.id, guanqian))
})

test('whom a release is counted for is whom it is offered to: channel, ring and what was signed, and no lower version', async () => {
  const { db } = server.deps
  const both = await enrolledAgent(server, [guanqian, changsha])
  const mine = await enrolledAgent(server, [guanqian])
  const far = await enrolledAgent(server, [changsha])
  const agents = [mine, far, both]
  const listed = async (releaseId: string) =>
    (await admin.ok(calls.progress, { releaseId, pageSize: 50 })).items.map(({ agentId }) => agentId).sort()
  const offered = async () => {
    const versions = await Promise.all(agents.map((one) => beat(one)))
    return agents.flatMap(({ agentId }, i) => (versions[i] ? [agentId] : [])).sort()
  }
  const grey = async (areaCode: string | undefined, channel?: 'stable' | 'grey') => {
    const set = { settings: channel ? { agentChannel: channel } : {} }
    if (areaCode) await db.update(area).set(set).where(eq(area.code, areaCode))
    else await db.update(store).set(set).where(eq(store.id, guanqian))
  }
  const everybody = { scope: 'all', forced: false }
  const rings: [object, Record<string, unknown>][] = [
    [{}, everybody],
    [{ channel: 'grey' }, everybody],
    [{}, { scope: 'stores', stores: [changsha], forced: false }],
    [{}, { scope: 'areas', areas: ['320500'], forced: false }],
    [{ rollout: { areas: ['430000'], stores: [] } }, everybody],
    [{ rollout: { areas: [], stores: ['P32050100001'] } }, everybody],
    [
      { rollout: { areas: ['320500'], stores: ['P43010200001'] } },
      { scope: 'stores', stores: [guanqian], forced: false },
    ],
  ]
  let n = 0
  const sizes: number[] = []
  for (const [of, channel] of [
    [undefined, undefined],
    [undefined, 'grey'],
    ['320500', 'grey'],
  ] as const) {
    await grey(of, channel)
    for (const [over, ring] of rings) {
      await db.delete(release)
      const id = await open({ version: `2.0.${++n}`, ...over }, ring)
      const here = await offered()
      expect([over, ring, channel, await listed(id)]).toEqual([over, ring, channel, here])
      expect((await admin.ok(calls.paged)).items[0]).toMatchObject({ targets: here.length })
      sizes.push(here.length)
    }
    await grey(of)
  }
  expect([...new Set(sizes)].sort(), 'all kinds of ends were there').toEqual([0, 1, 2, 3])
})

test('who runs a higher version, or left the ring with this one, is counted as that', async () => {
  const [past, runs, left, old] = await Promise.all(
    [guanqian, guanqian, changsha, guanqian].map((one) => enrolledAgent(server, [one])),
  )
  const releaseId = await open({}, { scope: 'stores', stores: [guanqian], forced: false })
  await beat(past!, { version: '2.0.10', update: { to: '2.0.0', phase: 'rolledBack', reason: 'HELLO' } })
  for (const one of [runs, left]) await beat(one!, { version: '2.0.0' })
  await beat(old!, { version: '1.9.99' })
  expect((await admin.ok(calls.paged)).items[0]).toMatchObject({ targets: 2, installed: 1, running: 2, faulty: 0 })
  const { items } = await admin.ok(calls.progress, { releaseId })
  expect(items.map(({ agentId, state, detail }) => [agentId, state, detail])).toEqual([
    [old!.agentId, 'pending', ''],
    [past!.agentId, 'newer', ''],
    [runs!.agentId, 'installed', ''],
  ])
  expect((await admin.ok(calls.progress, { releaseId, state: 'newer' })).total).toBe(1)
})

test('an agent reads its release and the bytes of it, from any place on; strangers get nothing', async () => {
  const agent = await enrolledAgent(server, [guanqian])
  await open({}, { scope: 'all', forced: true })
  clock.advance(1000)
  const { agentId } = agent
  const answer = await sendAs(server, agent, 'release', { agentId })
  expect(answer.result).toMatchObject({ forced: true, release: { manifest: expect.stringContaining('2.0.0') } })
  const piece = async (from: number) => {
    clock.advance(1000)
    return (await sendAs(server, agent, 'releasePiece', { agentId, sha256: sha256(program), from })).bytes
  }
  const first = await piece(7)
  expect(Buffer.concat([first, await piece(7 + first.length)]).equals(program.subarray(7))).toBe(true)
  expect((await piece(program.length)).length).toBe(0)
  const stranger = await server.nobody.send((await import('@yibao/shared/calls/agent.ts')).agent.releasePiece, {
    agentId,
    sha256: sha256(program),
    from: 0,
  })
  expect(stranger.success).toBe(false)
})

test('progress per counter, what went wrong first, in words', async () => {
  const [done, bad, waiting, silent] = await Promise.all([1, 2, 3, 4].map(() => enrolledAgent(server, [guanqian])))
  const releaseId = await open()
  const report = (phase: string, reason?: string) => ({ update: { to: '2.0.0', phase, ...(reason && { reason }) } })
  await beat(done!, { version: '2.0.0', ...report('committed') })
  await beat(bad!, report('rolledBack', 'DRIVER sscard-std'))
  await beat(waiting!, report('waiting', 'hours'))
  const { items } = await admin.ok(calls.progress, { releaseId })
  expect(items.map(({ agentId, state, detail }) => [agentId, state, detail])).toEqual([
    [bad!.agentId, 'faulty', '驱动 sscard-std 在新版本上不能使用，已退回'],
    [waiting!.agentId, 'waiting', '等待门店打烊（20:00）'],
    [silent!.agentId, 'pending', ''],
    [done!.agentId, 'installed', ''],
  ])
  expect((await admin.ok(calls.paged)).items[0]).toMatchObject({ targets: 4, installed: 1, faulty: 1 })
  expect((await admin.ok(calls.progress, { releaseId, state: 'faulty' })).total).toBe(1)
  await beat(waiting!, report('waiting', 'line'))
  expect((await admin.ok(calls.progress, { releaseId, state: 'waiting' })).items[0]?.detail).toContain('检查门店网络')
  await beat(waiting!, report('waiting', 'disk'))
  expect((await admin.ok(calls.progress, { releaseId, state: 'waiting' })).items[0]?.detail).toContain(
    '请清理那台电脑的磁盘',
  )
  // What had stood ready made room: nothing went back.
  await beat(waiting!, report('rolledBack', 'disk'))
  const [room] = (await admin.ok(calls.progress, { releaseId, state: 'waiting' })).items
  expect([room?.agentId, room?.detail]).toEqual([waiting!.agentId, expect.not.stringContaining('已退回')])
  await beat(bad!, report('rolledBack', 'UPDATER'))
  expect((await admin.ok(calls.progress, { releaseId, state: 'faulty' })).items[0]?.detail).toBe(
    '本机的更新服务启动不了，仍在用原版本，请在那台电脑上重新运行安装程序（修复）',
  )
  await beat(bad!, report('rolledBack', 'UPDATER_SLOW'))
  expect((await admin.ok(calls.progress, { releaseId, state: 'faulty' })).items[0]?.detail).toBe(
    '更新服务三次都没有在两分钟内做完，仍在用原版本，会自动再试；一直如此请检查那台电脑的磁盘和杀毒软件',
  )
})

test('a counter whose desk does not come at the first logon after the update is no installed one', async () => {
  const [night, well] = await Promise.all([1, 2].map(() => enrolledAgent(server, [guanqian])))
  const releaseId = await open()
  const update = { to: '2.0.0', phase: 'committed' }
  await beat(night!, { version: '2.0.0', update: { ...update, reason: 'DESK' } })
  await beat(well!, { version: '2.0.0', update })
  const { items } = await admin.ok(calls.progress, { releaseId })
  expect(items.map(({ agentId, state, detail }) => [agentId, state, detail])).toEqual([
    [night!.agentId, 'faulty', expect.stringMatching(/新版本已在运行.*桌面程序没有起来.*注销后重新登录/)],
    [well!.agentId, 'installed', ''],
  ])
  expect((await admin.ok(calls.paged)).items[0]).toMatchObject({ targets: 2, installed: 1, faulty: 1 })
  await beat(night!, { version: '2.0.0', update })
  expect((await admin.ok(calls.progress, { releaseId, state: 'faulty' })).total).toBe(0)
})

test('super administrators only, and every step is in the log', async () => {
  const area = await server.as('area', { areaCode: '320500' })
  expect((await area.send(calls.paged)).statusCode).toBe(403)
  await server.deps.db.delete(operationLog)
  const releaseId = await open()
  await admin.ok(calls.pause, { releaseId })
  const lines = await server.deps.db.select().from(operationLog).orderBy(operationLog.id)
  expect(lines.map(({ action, target }) => [action, target])).toEqual([
    ['上传升级版本', '2.0.0'],
    ['发布升级版本', '2.0.0'],
    ['暂停升级', '2.0.0'],
  ])
})

test('of two who move the ring of a release the second one is told of the first one’s, and changes nothing by it', async () => {
  const other = await server.as('admin')
  const releaseId = await open({}, { scope: 'stores', stores: [guanqian], forced: false })
  const rowNow = async () => (await admin.ok(calls.paged)).items[0]!
  const { mark: seen } = await rowNow()
  await other.ok(calls.publish, { releaseId, scope: 'areas', areas: ['430100'], forced: true, seen })
  const second = await admin.send(calls.publish, { releaseId, scope: 'all', forced: false, seen })
  expect(second.error?.message).toBe('发布范围刚被别人修改，这次没有保存')
  expect(await rowNow()).toMatchObject({ scope: 'areas', areas: ['430100'], forced: true })
  await admin.ok(calls.publish, { releaseId, scope: 'all', forced: false, seen: (await rowNow()).mark })
  expect(await rowNow()).toMatchObject({ scope: 'all', forced: false })
})

test.skipIf(usual !== 'postgres')('so is who moves it in the very moment in which another one does', async () => {
  const releaseId = await open({}, { scope: 'stores', stores: [guanqian], forced: false })
  const commit = await held(server.deps.db, (tx) =>
    tx
      .update(release)
      .set({ stores: [changsha] })
      .where(eq(release.id, releaseId)),
  )
  const answer = admin.send(calls.publish, { releaseId, scope: 'all', forced: false })
  await untilWaiting(server.deps.db, 1)
  await commit()
  expect((await answer).error?.message).toBe('发布范围刚被别人修改，这次没有保存')
  expect((await admin.ok(calls.paged)).items[0]).toMatchObject({ scope: 'stores', stores: [changsha] })
})

test.skipIf(usual !== 'postgres')('a piece of a release that is withdrawn in that moment is not kept', async () => {
  const { releaseId } = await admin.ok(calls.add, { signed: signed(manifest()) })
  const commit = await held(server.deps.db, (tx) =>
    tx.update(release).set({ state: 'withdrawn' }).where(eq(release.id, releaseId)),
  )
  const answer = upload({ releaseId, sha256: sha256(program), from: '0' }, program.subarray(0, pieceBytes))
  await untilWaiting(server.deps.db, 1)
  await commit()
  expect((await answer).resultNotice?.error).toBe('文件片段与已上传的不衔接')
  expect(await server.deps.db.select().from(releasePiece)).toEqual([])
})

test.skipIf(usual !== 'postgres').each([
  ['published', () => ({ call: calls.publish, more: { scope: 'all', forced: true } }), 'paused'],
  ['resumed', () => ({ call: calls.resume, more: {} }), 'paused'],
  ['paused', () => ({ call: calls.pause, more: {} }), 'open'],
] as const)('a release that is withdrawn in the moment it is %s stays withdrawn', async (_, made, state) => {
  const releaseId = await open()
  await server.deps.db.update(release).set({ state }).where(eq(release.id, releaseId))
  const commit = await held(server.deps.db, (tx) =>
    tx.update(release).set({ state: 'withdrawn' }).where(eq(release.id, releaseId)),
  )
  const { call, more } = made()
  const answer = admin.send(call, { releaseId, ...more } as never)
  await untilWaiting(server.deps.db, 1)
  await commit()
  expect((await answer).error?.message).toBe('版本现在的状态不能这样操作')
  expect((await admin.ok(calls.paged)).items[0]?.state).toBe('withdrawn')
})
