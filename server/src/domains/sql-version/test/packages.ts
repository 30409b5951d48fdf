import { product } from '@yibao/shared/agent/protocol.ts'
import { sqlVersion as calls } from '@yibao/shared/calls/sql-version.ts'
import type { Envelope } from '@yibao/shared/envelope.ts'
import { type SignedSql, sqlText } from '@yibao/shared/sql-package.ts'
import { releaseKeys, signaturesOf } from '../../../test/release-keys.ts'
import type { Detail } from '../rows.ts'

/** A script as its author signs it: two keys of three unless said. */
export const signedScript = (
  over: Record<string, unknown> = {},
  { by = [0, 1], textOf = sqlText }: { by?: number[]; textOf?: (manifest: string) => string } = {},
): SignedSql => {
  const manifest = JSON.stringify({
    ...{ product, version: '1.2.1', name: '补录𠮷䶮', module: '门店', script: 'select 1', ...over },
  })
  const signatures = signaturesOf(
    textOf(manifest),
    by.map((n) => releaseKeys[n]!),
  )
  return { manifest, signatures }
}

/** Uploads a package as the page does; `post` sends the body of a request with its type. */
export const bringScript = async (
  post: (path: string, type: string, body: Buffer) => Promise<Envelope<Detail>>,
  signed: unknown,
): Promise<Envelope<Detail>> => {
  const form = new FormData()
  form.append('file', new Blob([JSON.stringify(signed)]), 'script.json')
  const request = new Request('http://s', { method: 'POST', body: form })
  const type = request.headers.get('content-type')!
  return post(`/prod-api${calls.upload.path}`, type, Buffer.from(await request.arrayBuffer()))
}
