import { importing } from '@yibao/shared/calls/transfer.ts'
import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import type { Envelope } from '@yibao/shared/envelope.ts'
import type { Client, TestServer } from './kit.ts'
import { sendFile } from './send-file.ts'

interface DryRun {
  importId: string
  errorsId?: string
  total: number
  good: number
  bad: number
  errors: { row: number; column: string; value: string; reason: string }[]
}

/** Import/DryRun of a sheet, as the upload dialog sends it. */
export const tryImport = (
  server: Pick<TestServer, 'app'>,
  client: Pick<Client, 'token'>,
  fields: { importType: ImportTypeName | (string & {}); medicalAreaCode?: string },
  bytes: Uint8Array,
): Promise<Envelope<DryRun>> => sendFile(server, client, importing.dryRun, { fields, name: '表.xlsx', bytes })
