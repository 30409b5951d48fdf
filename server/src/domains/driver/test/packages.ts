import type { Call, InputOf } from '@yibao/shared/call.ts'
import { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import { zipSync } from 'fflate'
import type { Client, TestServer } from '../../../test/kit.ts'
import { sendFile } from '../../../test/send-file.ts'

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
export const bring = (
  server: TestServer,
  client: Client,
  zip: Uint8Array,
  fields: Partial<InputOf<typeof cardReadDll.add>> = {},
  call: Call = cardReadDll.add,
) => sendFile(server, client, call, { fields, name: 'package.zip', bytes: zip })
