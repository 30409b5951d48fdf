import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { which } from '../../../../tools/machine.ts'
import { type Client, startTestServer, type TestServer } from '../../test/kit.ts'
import { sendFile } from '../../test/send-file.ts'

// A centre behind an authority of its own, as on the insurance network: reached with its certificate, refused without.

const folder = mkdtempSync(join(tmpdir(), 'yibao-ca-'))
const openssl = which('openssl')
const certificate = (days: string) => {
  const [key, pem] = [join(folder, `${days}.key`), join(folder, `${days}.pem`)]
  const subject = ['-subj', '/CN=示例医保中心', '-addext', 'subjectAltName=IP:127.0.0.1', '-utf8']
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      days,
      ...subject,
      '-keyout',
      key,
      '-out',
      pem,
    ],
    { stdio: 'ignore' },
  )
  return { key: readFileSync(key), cert: readFileSync(pem) }
}

const inArea = { medicalAreaCode: '320500' }

describe.skipIf(!openssl)('the certificate of a centre', () => {
  let server: TestServer
  let area: Client
  let centre: Server
  let url = ''
  let pem: Buffer
  beforeAll(async () => {
    const made = certificate('30')
    pem = made.cert
    // It answers, though not as a centre: that the connection stood is what counts here.
    centre = createServer(made, (_, reply) => reply.end('{"infcode":-1,"err_msg":"示例"}'))
    await new Promise<void>((done) => centre.listen(0, '127.0.0.1', done))
    url = `https://127.0.0.1:${(centre.address() as AddressInfo).port}`
    server = await startTestServer()
    area = await server.as('area', { areaCode: '320500' })
  })
  afterAll(async () => {
    await server?.close()
    centre?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const bring = (bytes: Uint8Array, client = area) => {
    const fields = { medicalAreaCode: '320500', key: 'centreCa' }
    const call = ybOptions.uploadConfigFileTemplate
    return sendFile(server, client, call, { fields, name: '中心根证书.pem', bytes })
  }
  const tried = () => area.ok(ybOptions.testConnection, { ...inArea, values: { centreUrl: url } })

  test('without it the connection is refused before anything leaves; with it the centre is heard', async () => {
    expect(await tried()).toMatchObject({ ok: false, text: expect.stringContaining('未连上') })
    expect((await bring(pem)).success).toBe(true)
    expect(await tried()).toMatchObject({ ok: false, text: '医保中心：“示例”' })
    expect(server.deps.services.centre.of('320500').profile.ca).toContain('BEGIN CERTIFICATE')
  })

  test('one that is brought in while the one before is taken away stays', async () => {
    const known = async () => {
      const { options } = await area.ok(ybOptions.pullYBConfigOptionsV2, inArea)
      return options.find(({ key }) => key === 'centreCa')!.value as { id: string }
    }
    const { id } = await known()
    const { db } = server.deps
    const real = db.transaction.bind(db)
    vi.spyOn(db, 'transaction').mockImplementationOnce(async (...args) => {
      expect((await bring(pem)).success).toBe(true)
      return real(...args)
    })
    const gone = await area.send(ybOptions.removeConfigFileTemplate, { id })
    vi.restoreAllMocks()
    expect(gone.resultExtendInfo).toMatchObject({ key: 'config.changed' })
    expect((await known()).id).not.toBe(id)
  })

  test('the page reads what it is, not what is in it; taken away, it no longer counts', async () => {
    const { options } = await area.ok(ybOptions.pullYBConfigOptionsV2, inArea)
    const value = options.find(({ key }) => key === 'centreCa')?.value as { id: string }
    expect(value).toMatchObject({ name: '中心根证书.pem', subject: expect.stringContaining('示例医保中心') })
    expect(value).not.toHaveProperty('pem')
    const saved = await area.send(ybOptions.saveYBConfigOptions, {
      ...{ ...inArea, revision: 2, values: {}, reset: ['centreCa'] },
    })
    expect(saved.resultExtendInfo).toMatchObject({ key: 'config.option' })
    await area.ok(ybOptions.removeConfigFileTemplate, { id: value.id })
    expect(server.deps.services.centre.of('320500').profile.ca).toBeUndefined()
    expect(await tried()).toMatchObject({ ok: false, text: expect.stringContaining('未连上') })
    expect((await area.send(ybOptions.removeConfigFileTemplate, { id: value.id })).statusCode).toBe(404)
  })

  test('what is no certificate, and who may not, is refused', async () => {
    expect((await bring(Buffer.from('hello'))).resultExtendInfo).toMatchObject({ key: 'config.file' })
    expect((await bring(Buffer.alloc(20_000, 'x'))).error.message).toContain('16 KB')
    expect((await bring(pem, await server.as('clerk'))).statusCode).toBe(403)
  })
})
