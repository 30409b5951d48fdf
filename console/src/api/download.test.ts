import { get, post } from '@yibao/shared/call.ts'
import { envelope } from '@yibao/shared/envelope.ts'
import { expect, test } from 'vitest'
import { fakeHttp, fakeUi } from '../../test/support/fake-http.ts'
import { fetchFile, fileNameOf } from './download.ts'
import type { CallError } from './error.ts'
import { upload } from './upload.ts'

const file = get('/api/File/Get', { title: '文件', file: 'application/zip' })

test('the file name comes from content-disposition, else the default template name', () => {
  expect(fileNameOf("attachment; filename=x.zip; filename*=UTF-8''%E5%AF%B9%E8%B4%A6.zip")).toBe('对账.zip')
  expect(fileNameOf('attachment; filename="a b.zip"')).toBe('a b.zip')
  expect(fileNameOf('attachment; filename=%E5%AF%B9.zip')).toBe('对.zip')
  expect(fileNameOf(undefined)).toBe('导入模板.xlsx')
})

test('bytes are given with their name', async () => {
  fakeUi()
  fakeHttp(() => ({
    body: new Blob(['PK'], { type: 'application/zip' }),
    headers: { 'content-disposition': 'attachment; filename=a.zip' },
  }))
  const { blob, name } = await fetchFile(file, {})
  expect([await blob.text(), name]).toEqual(['PK', 'a.zip'])
})

test('an answer without a byte is no file: nobody keeps it under the name of one', async () => {
  const shown = fakeUi()
  fakeHttp(() => ({ body: new Blob([]) }))
  const error = await fetchFile(file, {}).catch((cause: CallError) => cause)
  expect(error).toMatchObject({ code: 'network' })
  expect(shown).toHaveLength(1)
})

const json = (body: unknown) => ({ body: new Blob([JSON.stringify(body)], { type: 'application/json' }) })

test.each([
  ['its error', json(envelope({ success: false, resultNotice: { error: '结果文件已失效' } })), '结果文件已失效'],
  ['server busy', json(envelope({ success: false })), '服务器繁忙，请 1 分钟后重试'],
  [
    'server busy for other words',
    json(envelope({ success: false, error: { message: 'x' } })),
    '服务器繁忙，请 1 分钟后重试',
  ],
  ['server busy for any JSON', json({ x: 1 }), '服务器繁忙，请 1 分钟后重试'],
])('JSON instead of bytes is refused with %s', async (_, answer, message) => {
  const shown = fakeUi()
  fakeHttp(() => answer)
  const error = await fetchFile(file, {}).catch((cause: CallError) => cause)
  expect([(error as CallError).message, shown]).toEqual([message, [`error ${message}`]])
})

test('a refused file says what to do next, too', async () => {
  const shown = fakeUi()
  const notice = { error: '结果文件已失效', tips: '请重新导出' }
  fakeHttp(() => json(envelope({ success: false, resultNotice: notice })))
  await fetchFile(file, {}).catch(() => undefined)
  expect(shown).toEqual(['error 结果文件已失效。请重新导出'])
})

test.each([
  [
    'a server that starts',
    envelope({ success: false, statusCode: 503, resultNotice: { error: '系统正在启动' } }),
    '系统正在启动',
  ],
  [
    'the agent in between',
    { ok: false, code: 'SERVER_UNREACHABLE', message: '本机助手连接不到云服务', hint: '请检查网络后重试' },
    '本机助手连接不到云服务。请检查网络后重试',
  ],
])('what is said by %s instead of a file is read, though it comes as bytes', async (_, body, words) => {
  const shown = fakeUi()
  fakeHttp(() => ({ ...json(body), status: 503, statusText: 'Service Unavailable' }))
  await fetchFile(file, {}).catch(() => undefined)
  expect(shown).toEqual([`error ${words}`])
})

const page = { body: new Blob(['<html>'], { type: 'text/html' }) }

test('some proxy’s page is no file, and no answer to one: the person is told, nothing is kept', async () => {
  const shown = fakeUi()
  fakeHttp(() => page)
  const refused = await fetchFile(file, {}).catch((cause: CallError) => cause)
  expect((refused as CallError).code).toBe('network')
  await fetchFile(file, {}, { silent: true }).catch(() => undefined)
  fakeHttp(() => ({ body: '<html>' }))
  await upload(post('/api/File/Put', { title: '文件', upload: true }), {}, new File([], 'a.xlsx')).catch(
    () => undefined,
  )
  expect(shown).toEqual(['error /api/File/Get 接口无法访问', 'error /api/File/Put 接口无法访问'])
})
