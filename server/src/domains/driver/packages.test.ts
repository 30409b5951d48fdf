import { createHash } from 'node:crypto'
import { cardReadDll, medicalDll } from '@yibao/shared/calls/driver-package.ts'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { driverFile, driverPackage } from './tables.ts'
import { bring, readerManifest, readerZip, zipOf } from './test/packages.ts'

const clock = testClock()
let admin: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
})
beforeEach(async () => {
  clock.advance(1000)
  await server.deps.db.delete(driverPackage)
  await server.deps.db.delete(driverFile)
})

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const said = async (zip: Uint8Array, call = cardReadDll.add) =>
  (await bring(server, admin, zip, {}, call)).error?.message
const brought = async (version = '1.0.0', fields = {}) => {
  const answer = await bring(server, admin, readerZip(readerManifest({ version })), fields)
  if (!answer.success) throw new Error(answer.error.message)
  return answer.result as { id: string }
}

describe('bringing a package in', () => {
  test('it is kept with the hash of its libraries and waits to be enabled', async () => {
    const answer = await bring(server, admin, readerZip(), { vendor: '示例科技', areaCode: '320500' })
    expect(answer.result).toMatchObject({
      ...{ driverId: 'acme-reader', version: '1.0.0', state: 'draft', vendor: '示例科技', areaCode: '320500' },
      ...{
        entry: 'Acme.dll',
        bits: '32',
        convention: 'stdcall',
        encoding: 'GBK',
        media: '社保卡',
        files: 3,
        clients: 0,
      },
    })
    const { manifest, fileList } = await admin.ok(cardReadDll.get, { id: answer.result.id })
    expect(manifest).toMatchObject({ files: { 'win32-ia32': { sha256: sha256('acme library') } } })
    expect(fileList.map(({ path }) => path)).toEqual(['Acme.dll', 'Helper.dll', 'driver.json'])
    expect((await admin.ok(cardReadDll.paged)).total).toBe(1)
    expect((await admin.ok(medicalDll.paged)).total, 'the other page shows its own').toBe(0)
  })

  test('a folder around it is no part of it, and a file that two packages share is kept once', async () => {
    const inner = {
      'driver.json': JSON.stringify(readerManifest()),
      'Acme.dll': 'acme library',
      'Helper.dll': 'helper',
    }
    const zip = zipOf(Object.fromEntries(Object.entries(inner).map(([name, text]) => [`驱动 v1/${name}`, text])))
    expect((await bring(server, admin, zip)).result).toMatchObject({ files: 3 })
    await brought('1.0.1')
    expect(await server.deps.db.$count(driverFile)).toBe(4)
  })

  const manifest = (change: object) => readerZip(readerManifest(change as Record<string, unknown>))
  test.each([
    ['no zip', Buffer.from('hello'), '文件不是有效的 zip 压缩包'],
    ['a cut zip', readerZip().subarray(0, 300), '文件不是有效的 zip 压缩包'],
    ['no driver.json', zipOf({ 'Acme.dll': 'x' }), '压缩包里没有 driver.json'],
    ['a way out', zipOf({ 'driver.json': '{}', '../evil.dll': 'x' }), '文件名 ../evil.dll 不能使用'],
    ['a device', zipOf({ 'driver.json': '{}', 'NUL.dll': 'x' }), '文件名 NUL.dll 不能使用'],
    ['a name in two cases', readerZip(readerManifest(), { 'acme.DLL': 'x' }), '出现了两次'],
    ['spoilt JSON', zipOf({ 'driver.json': '{\n"id": "x"\n"v": 1}' }), '第 3 行不是有效的 JSON'],
    ['a wrong field', manifest({ bits: 16 }), 'bits：'],
    ['a borrowed interface', manifest({ extends: 'sscard-std' }), '要写全接口'],
    ['a simulator', manifest({ files: undefined, simulator: 'socialCard' }), '模拟器和打印机不作为驱动包分发'],
    ['the other page', manifest({ kind: 'settlement' }), '请在「医保DLL管理」上传'],
    [
      'a missing dependency',
      zipOf({ 'driver.json': JSON.stringify(readerManifest()), 'Acme.dll': 'x' }),
      '没有 Helper.dll',
    ],
  ])('%s is refused with its reason', async (_, zip, words) => {
    expect(await said(zip)).toContain(words)
    expect(await server.deps.db.$count(driverFile), 'nothing is kept').toBe(0)
  })

  test('what unpacks beyond its limit is refused before it is unpacked', async () => {
    expect(await said(readerZip(readerManifest(), { 'big.bin': new Uint8Array(81 * 1024 * 1024) }))).toContain('80 MB')
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`f${i}`, '']))
    expect(await said(zipOf(many))).toContain('200 个')
  })

  test('a version is never two things, and an area must exist', async () => {
    await brought()
    expect(await said(readerZip())).toBe('驱动 acme-reader 的 1.0.0 版已经有了')
    expect((await bring(server, admin, readerZip(), { areaCode: '999999' })).error.message).toBe('没有找到这个区划')
  })
})

describe('giving versions out', () => {
  const stateOf = async (id: string) => (await admin.ok(cardReadDll.paged)).items.find((row) => row.id === id)?.state

  test('one version is in use; going back brings the former one, and that again its own', async () => {
    const [a, b, c] = [await brought('1.0.0'), await brought('1.1.0'), await brought('1.2.0')]
    for (const { id } of [a, b, c]) await admin.ok(cardReadDll.enable, { id })
    expect([await stateOf(a.id), await stateOf(b.id), await stateOf(c.id)]).toEqual(['stopped', 'stopped', 'enabled'])
    expect((await admin.ok(cardReadDll.get, { id: c.id })).former).toBe('1.1.0')
    expect(await admin.ok(cardReadDll.rollBack, { id: c.id })).toMatchObject({ version: '1.1.0', state: 'enabled' })
    expect(await admin.ok(cardReadDll.rollBack, { id: b.id })).toMatchObject({ version: '1.0.0', state: 'enabled' })
    expect((await admin.send(cardReadDll.rollBack, { id: a.id })).error?.message).toBe('没有可以回退的上一版本')
    expect((await admin.send(cardReadDll.rollBack, { id: c.id })).error?.message).toBe('这个版本没有启用')
    await admin.ok(cardReadDll.stop, { id: a.id })
    expect(await stateOf(a.id)).toBe('stopped')
    expect((await admin.send(cardReadDll.stop, { id: a.id })).error?.message).toBe('这个版本没有启用')
  })

  test('two that are enabled at once leave one in use', async () => {
    const [a, b] = [await brought('1.0.0'), await brought('1.1.0')]
    await Promise.all([a, b].map(({ id }) => admin.send(cardReadDll.enable, { id })))
    const used = (await admin.ok(cardReadDll.paged)).items.filter(({ state }) => state === 'enabled')
    expect(used).toHaveLength(1)
  })

  test('another interface over the same files is the next version, checked like an upload', async () => {
    const { id } = await brought('1.0.9')
    await brought('1.0.10')
    const changed = await admin.ok(cardReadDll.update, { id, manifest: readerManifest({ encoding: 'utf8' }) })
    expect(changed).toMatchObject({ version: '1.0.11', state: 'draft', encoding: 'UTF-8' })
    const bad = await admin.send(cardReadDll.update, { id, manifest: readerManifest({ init: [{ fn: 'Init' }] }) })
    expect(bad.error?.message).toBe('驱动说明有误：步骤调用了没有定义的函数 Init')
    expect((await admin.send(cardReadDll.update, { id, manifest: 'x' as never })).error?.message).toContain(
      '格式不正确',
    )
  })

  test('a download is what was brought in, with its manifest as the counters get it', async () => {
    const { id } = await brought()
    const { bytes } = await admin.send(cardReadDll.download, { id })
    const files = unzipSync(new Uint8Array(bytes))
    expect(Buffer.from(files['Acme.dll']!).toString()).toBe('acme library')
    expect(JSON.parse(Buffer.from(files['driver.json']!).toString())).toMatchObject({ id: 'acme-reader' })
    expect((await admin.send(medicalDll.get, { id })).error?.message).toBe('没有找到这个驱动包')
  })

  test('each step is in the operation log with what it was done to', async () => {
    const { id } = await brought()
    await admin.ok(cardReadDll.enable, { id })
    const [line] = await server.deps.db.select().from(operationLog).where(eq(operationLog.call, 'cardReadDll.enable'))
    expect(line).toMatchObject({ target: '示例读卡器 1.0.0', ok: true })
  })
})

test('only a super administrator comes near a package', async () => {
  const { id } = await brought()
  for (const who of ['clerk', 'area']) {
    const client = await server.as(who, who === 'area' ? { areaCode: '320500' } : {})
    expect((await client.send(cardReadDll.paged)).statusCode).toBe(403)
    expect((await client.send(cardReadDll.enable, { id })).statusCode).toBe(403)
    expect((await bring(server, client, readerZip())).statusCode).toBe(403)
  }
})
