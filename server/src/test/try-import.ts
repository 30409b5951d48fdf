import { importing } from '@yibao/shared/calls/transfer.ts'
import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import type { Envelope } from '@yibao/shared/envelope.ts'
import type { Client, TestServer } from './kit.ts'

export interface DryRun {
  importId: string
  errorsId?: string
  total: number
  good: number
  bad: number
  errors: { row: number; column: string; value: string; reason: string }[]
}

/** Import/DryRun of a sheet, as the upload dialog sends it. */
export const tryImport = async (
  { app }: Pick<TestServer, 'app'>,
  { token }: Pick<Client, 'token'>,
  fields: { importType: ImportTypeName | (string & {}); medicalAreaCode?: string },
  bytes: Uint8Array,
): Promise<Envelope<DryRun>> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)]), '表.xlsx')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url: `/prod-api${importing.dryRun.path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json()
}
