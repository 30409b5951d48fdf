import { once } from 'node:events'
import { request } from 'node:http'
import multipart from '@fastify/multipart'
import { importing } from '@yibao/shared/calls/transfer.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { importJob } from '../domains/transfer/tables.ts'
import { startTestServer } from '../test/kit.ts'
import { operationLog } from './tables.ts'
import { readUpload } from './upload.ts'

const server = opened(startTestServer)

const megabyte = 1024 * 1024

test.each([
  ['two small files', [1, 1]],
  ['two of which the second is still on its way', [1, 5 * megabyte]],
])('%s are refused in words, and nothing of them is taken', async (_, sizes) => {
  const { token } = await server.as('area', { areaCode: '320500' })
  const form = new FormData()
  form.append('importType', 'dictionaryItem')
  for (const [i, size] of sizes.entries()) form.append('file', new Blob([new Uint8Array(size)]), `字典${i}.xlsx`)
  const answer = await fetch(`${await server.listen()}/prod-api${importing.dryRun.path}`, {
    ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } },
  })
  const { success, statusCode, resultNotice } = (await answer.json()) as Record<string, unknown>
  expect([success, statusCode, resultNotice]).toMatchObject([false, 413, { error: '一次只能上传一个文件，没有上传' }])
  expect(await server.deps.db.$count(importJob)).toBe(0)
})

const post = async (client: { token: string }, importType = 'dictionaryItem') => {
  const form = new FormData()
  form.append('importType', importType)
  form.append('file', new Blob([new Uint8Array(8)]), '字典.xlsx')
  const answer = await fetch(`${await server.listen()}/prod-api${importing.dryRun.path}`, {
    ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${client.token}` } },
  })
  return (await answer.json()) as { statusCode: number; resultNotice: { error: string } }
}

/** Begins an upload, sends a part of its bytes and no more. */
const begin = (url: string, token = '') => {
  const sent = request(url, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      'content-length': 20 * megabyte,
    },
  })
  sent.on('error', () => {})
  sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n')
  sent.write(Buffer.alloc(1000))
  return sent
}

test('who may bring in no sheet at all is refused before his bytes are there', async () => {
  const { token } = await server.as('viewer')
  const sent = begin(`${await server.listen()}/prod-api${importing.dryRun.path}`, token)
  const [answer] = await once(sent, 'response')
  const chunks: Buffer[] = await answer.toArray()
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ statusCode: 403 })
  sent.destroy()
})

test('eight files of one person are on their way at most, and so many of all; one more is refused, without a line', async () => {
  const { uploads } = server.deps.services
  const area = await server.as('area', { areaCode: '320500' })
  const { userId } = (await server.deps.services.access.holderOf(area.token))!
  let end = () => {}
  const under = new Promise<void>((resolve) => {
    end = resolve
  })
  const works = Array.from({ length: 8 }, () => uploads.during(userId, () => under))
  const lines = await server.deps.db.$count(operationLog)
  expect(await post(area)).toMatchObject({ statusCode: 429, resultNotice: { error: '正在上传的文件太多，没有上传' } })
  expect(await server.deps.db.$count(operationLog)).toBe(lines)
  expect((await post(await server.as('admin', { areaCode: '320500' }))).statusCode, 'not for others').not.toBe(429)
  end()
  await Promise.all(works)
  expect((await post(area)).statusCode).not.toBe(429)
})

test('an upload whose line has fallen silent gives its place up', async () => {
  const app = Fastify()
  await app.register(multipart)
  app.post('/', (request, reply) => readUpload(request, reply, 50).catch(({ key }: { key: string }) => ({ key })))
  const sent = begin(`${await app.listen({ port: 0, host: '127.0.0.1' })}/`)
  const closed = once(sent, 'close')
  const [answer] = await once(sent, 'response')
  const chunks: Buffer[] = await answer.toArray()
  expect(JSON.parse(Buffer.concat(chunks).toString()), 'and whoever sent it reads so').toEqual({ key: 'upload.slow' })
  await closed
  await app.close()
})
