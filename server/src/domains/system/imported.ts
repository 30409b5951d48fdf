import type { Call } from '@yibao/shared/call.ts'
import { envelope } from '@yibao/shared/envelope.ts'
import { newId } from '../../base/ids.ts'
import { lineOf } from '../../call/audit.ts'
import { Noted } from '../../call/noted.ts'
import { operationLog } from '../../call/tables.ts'
import type { Importer } from '../../xlsx/import-type.ts'

interface Imported {
  /** The call that does the same by hand, and its name. */
  call: Call
  name: string
  input: Record<string, unknown>
  /** What the line says beside the input: the sheet, before and after. */
  values: Record<string, unknown>
  on: string
  storeId?: string | undefined
}

/** A row that a sheet brought in is in the log like one that was written by hand. */
export const logImported = async (
  { db, me, now }: Importer,
  { call, name, input, values, on, storeId }: Imported,
): Promise<void> => {
  const answer = envelope({ result: null })
  const from = { ms: 0, ip: '', requestId: newId(now).slice(-12), client: '' }
  const noted = new Noted(values)
  noted.on.add(on)
  if (storeId) noted.stores.add(storeId)
  await db.insert(operationLog).values(lineOf({ call, name, user: me, input, noted, answer, ...from }, now))
}
