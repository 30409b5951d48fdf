import { benefits } from './benefit.ts'
import type { Handler } from './call.ts'
import { details } from './details.ts'
import { dictionary } from './dictionary.ts'
import { download, upload } from './files.ts'
import { institution, practitioners } from './institution.ts'
import { basicInfo, decode } from './person.ts'
import { feeLines, settlement, visits } from './query.ts'
import { statement } from './reconcile.ts'
import { chronicRecords, cumulatives, referrals } from './records.ts'
import { reverse } from './reverse.ts'
import { presettle, settle } from './settle.ts'
import { signIn, signOut } from './sign.ts'
import { undo } from './undo.ts'

/** The transactions this centre plays. */
export const handlers: Record<string, Handler> = {
  '1101': basicInfo,
  '1162': decode,
  '1201': institution,
  '1901': dictionary,
  '2001': benefits,
  '2101': presettle,
  '2102': settle,
  '2103': reverse,
  '2601': undo,
  '3201': statement,
  '3202': details,
  '5102': practitioners,
  '5201': visits,
  '5203': settlement,
  '5204': feeLines,
  '5206': cumulatives,
  '5301': chronicRecords,
  '5304': referrals,
  '9001': signIn,
  '9002': signOut,
  '9101': upload,
  '9102': download,
}
