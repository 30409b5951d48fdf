import type { Call, InputOf } from '@yibao/shared/call.ts'
import { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import { zipSync } from 'fflate'
import type { Client, TestServer } from '../../../test/kit.ts'

/** A whole manifest of a made-up reader. */
export const readerManifest = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ id: 'acme-reader', name: '示例读卡器', version: '1.0.0', kind: 'socialCard', bits: 32 },
  files: { 'win32-ia32': { file: 'Acme.dll', needs: ['Helper.dll'] } },
  functions: {
    ReadCard: { class: 'identity', timeoutMs: 15_000, params: [], returns: { type: 'i32', ok: [0] } },
  },
  tasks: { 'read.socialCard': { steps: [{ fn: 'ReadCard' }], result: { card: 'ReadCard.out' } } },
  ...more,
})

type Files = Record<string, string | Uint8Array>

const text = new TextEncoder()

export const zipOf = (files: Files): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? text.encode(content) : content,
      ]),
    ),
  )

/** The zip of a reader: its manifest and two libraries. */
export const readerZip = (manifest = readerManifest(), more: Files = {}): Uint8Array =>
  zipOf({ 'driver.json': JSON.stringify(manifest), 'Acme.dll': 'acme library', 'Helper.dll': 'helper', ...more })

/** Uploads a package as its page does. */
export const bring = async (
  server: TestServer,
  client: Client,
  zip: Uint8Array,
  fields: Partial<InputOf<typeof cardReadDll.add>> = {},
  call: Call = cardReadDll.add,
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', new Blob([new Uint8Array(zip)]), 'package.zip')
  const request = new Request('http://s', { method: 'POST', body: form })
  const answer = await server.app.inject({
    ...{ method: 'POST', url: `/prod-api${call.path}` },
    headers: { authorization: `Bearer ${client.token}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json()
}
