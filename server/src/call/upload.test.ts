import { importing } from '@yibao/shared/calls/transfer.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { importJob } from '../domains/transfer/tables.ts'
import { startTestServer } from '../test/kit.ts'

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
