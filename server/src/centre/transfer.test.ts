import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { CentreClient } from './client.ts'
import { profileOf } from './profiles.ts'
import { header } from './test/fixtures.ts'
import { downloadFile, uploadFile } from './transfer.ts'

const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

interface Seen {
  contentType: string
  body: Buffer
}

const centre = async (area: string, reply: Buffer | string, contentType = 'application/json', status = 200) => {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    seen.push({ contentType: request.headers['content-type'] ?? '', body: Buffer.concat(chunks) })
    response.writeHead(status, { 'Content-Type': contentType }).end(reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const client = new CentreClient(profileOf(area, `http://127.0.0.1:${typeof address === 'object' && address?.port}`))
  closers.push(() => {
    client.close()
    server.close()
  })
  return { client, seen }
}

const waiting = { timeoutMs: 5000 }
const content = new Uint8Array([0x50, 0x4b, 3, 4, 0, 255, 13, 10, 45, 45])
const file = { filename: 'P32050100001_20241024.zip', content }
const done = '{"infcode":0,"output":{"file_qury_no":"F1","filename":"x.zip","fixmedins_code":"P32050100001"}}'
const ticket = { kind: 'booked', value: { fileQuryNo: 'F1', filename: 'x.zip' }, answerFaults: [] }

test('9101 as multipart: the message as jsonStr, the file untouched', async () => {
  const { client, seen } = await centre('320500', done)
  expect(await uploadFile(client, file, header(), waiting)).toMatchObject(ticket)
  const form = await new Response(new Uint8Array(seen[0]!.body), {
    headers: { 'Content-Type': seen[0]!.contentType },
  }).formData()
  expect([...form.keys()]).toEqual(['jsonStr', 'file'])
  const message = JSON.parse(String(form.get('jsonStr')))
  expect(message).toMatchObject({
    infno: '9101',
    input: { fsUploadIn: { in: '', filename: file.filename, fixmedins_code: 'P32050100001' } },
  })
  const part = form.get('file') as File
  expect(part.name).toBe(file.filename)
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(content)
})

test('9101 as base64 inside the message, however long', async () => {
  const { client, seen } = await centre('430100', done)
  const long = new Uint8Array(50_000).fill(7)
  expect(await uploadFile(client, { ...file, content: long }, header(), waiting)).toMatchObject(ticket)
  const { input } = JSON.parse(seen[0]!.body.toString('utf8'))
  expect(Buffer.from(input.fsUploadIn.in, 'base64')).toEqual(Buffer.from(long))
})

test.each([
  ['bytes', [80, 75, 3, 4, 0, 255, 13, 10, 45, 45]],
  ['signedBytes', [80, 75, 3, 4, 0, -1, 13, 10, 45, 45]],
] as const)('9101 as %s inside the message', async (uploadMode, numbers) => {
  const { client, seen } = await centre('430100', done)
  const other = new CentreClient({ ...client.profile, uploadMode })
  closers.push(() => other.close())
  expect(await uploadFile(other, file, header(), waiting)).toMatchObject(ticket)
  expect(JSON.parse(seen[0]!.body.toString('utf8')).input.fsUploadIn.in).toEqual(numbers)
})

test('9101 that answers no number is unknown', async () => {
  const { client } = await centre('320500', '{"infcode":0,"output":{}}')
  expect(await uploadFile(client, file, header(), waiting)).toMatchObject({ kind: 'unknown' })
})

const wanted = { fileQuryNo: 'F1', filename: 'result.zip' }

test('9102 gives the bytes, asked for with our own code unless another is named', async () => {
  const { client, seen } = await centre('320500', Buffer.from(content), 'application/octet-stream')
  expect(await downloadFile(client, wanted, header(), waiting)).toMatchObject({
    kind: 'file',
    content: Buffer.from(content),
  })
  await downloadFile(client, { ...wanted, fixmedinsCode: 'plc' }, header(), waiting)
  const codes = seen.map(({ body }) => JSON.parse(body.toString('utf8')).input.fsDownloadIn.fixmedins_code)
  expect(codes).toEqual(['P32050100001', 'plc'])
})

test('9102: a ZIP under a wrong type is a file, a refusal as a stream is a refusal', async () => {
  const zip = await centre('320500', Buffer.from(content), 'text/html')
  expect(await downloadFile(zip.client, wanted, header(), waiting)).toMatchObject({ kind: 'file' })
  const no = await centre('320500', '{"infcode":-1,"err_msg":"文件已过期"}', 'application/octet-stream')
  expect(await downloadFile(no.client, wanted, header(), waiting)).toMatchObject({
    kind: 'refused',
    message: '文件已过期',
  })
  // As some centres send JSON: behind a mark, or as a text of JSON.
  for (const said of [
    '\uFEFF{"infcode":-1,"err_msg":"文件已过期"}',
    JSON.stringify('{"infcode":-1,"err_msg":"文件已过期"}'),
  ]) {
    const { client } = await centre('320500', said, 'application/octet-stream')
    expect(await downloadFile(client, wanted, header(), waiting)).toMatchObject({ kind: 'refused' })
  }
})

test('9102: anything else is no file', async () => {
  const html = await centre('320500', '<html>', 'text/html')
  expect(await downloadFile(html.client, wanted, header(), waiting)).toMatchObject({ kind: 'unknown' })
  const page = await centre('320500', '\n<html>', 'application/octet-stream')
  expect(await downloadFile(page.client, wanted, header(), waiting)).toMatchObject({ kind: 'unknown' })
  const broken = await centre('320500', Buffer.from(content), 'application/octet-stream', 502)
  expect(await downloadFile(broken.client, wanted, header(), waiting)).toMatchObject({
    kind: 'unknown',
    reason: 'http',
  })
  const empty = await centre('320500', '{"infcode":0,"output":{}}')
  expect(await downloadFile(empty.client, wanted, header(), waiting)).toMatchObject({
    kind: 'unknown',
    reason: 'unreadable',
  })
})

test.each(['9101', '9102'])(
  '%s that the centre refuses for its sign-in ends it, as any other message does',
  async (infno) => {
    const { client, seen } = await centre('320500', '{"infcode":-1,"err_msg":"签到编号已失效，请重新签到"}')
    const lost: string[] = []
    const signInLost = async (signNo: string) => {
      lost.push(signNo)
      return 'system' as const
    }
    const heard = new CentreClient(client.profile, { signInLost })
    closers.push(() => heard.close())
    const answer =
      infno === '9101'
        ? await uploadFile(heard, file, header(), waiting)
        : await downloadFile(heard, { fileQuryNo: 'F1', filename: 'x.zip' }, header(), waiting)
    expect(answer).toMatchObject({ kind: 'refused', signInLost: 'system' })
    expect([lost.length, seen.length]).toEqual([1, 1])
    expect(lost[0]).toBe('S2024102400001')
  },
)
