import { addDays, formatDay } from '@yibao/shared/time.ts'
import type { PageTransaction } from '../../../centre/catalogue.ts'
import { queryCatalogue } from '../../../centre/operations/catalogue.ts'
import { refuseOutcome } from '../../../centre/refuse-outcome.ts'
import { inCopyTransaction } from '../../../database/copy.ts'
import { asIncoming } from '../../../database/incoming.ts'
import type { Database } from '../../../database/open.ts'
import { cellMark, entryOf } from '../entries.ts'
import { catalogueTerm } from '../entry-tables.ts'
import type { Columns } from '../kinds.ts'
import { moveOn, note, type Source, TakenOver } from './claim.ts'
import type { Brought, Loading } from './file.ts'
import { pagesFrom } from './paging.ts'
import { prepareBatch, putIn } from './write.ts'

type Row = Record<string, string>
type Term = typeof catalogueTerm.$inferInsert

const timeoutMs = 60_000
/** updt_time of a first question. */
const everything = '2000-01-01'

const codeFields: Record<PageTransaction, string> = {
  '1304': 'med_list_codg',
  '1312': 'hilist_code',
  '1316': 'med_list_codg',
  '1317': 'medins_list_codg',
  '1318': 'hilist_code',
  '1319': 'hilist_code',
}

const ethnicFields: Partial<Record<keyof Columns, string>> = {
  ...{ code: 'med_list_codg', name: 'drug_genname', brand: 'drug_prodname', spec: 'drug_spec', pack: 'pacspec' },
  ...{ dosageForm: 'dosform', unit: 'min_salunt', otc: 'otc_flag', begin: 'begndate', end: 'enddate' },
}

/** A row of 1304 as an entry like those of the files. */
const ethnicEntry = (row: Row, areaCode: string, edition: 'HN' | 'JX') =>
  entryOf(
    {
      ...{ areaCode, edition, kind: '1304', version: row.ver ?? '', valid: row.vali_flag !== '0' },
      ...{ source: 'centre', line: Object.values(row).join(cellMark) },
    },
    (name) => row[ethnicFields[name] ?? ''] ?? '',
  )

/** A row of 1312 and 1316-1319 as it is kept; fields that are empty are not. */
export const termOf = (areaCode: string, infno: PageTransaction, row: Row): Term => ({
  ...{ areaCode, infno, rid: row.rid || `${row[codeFields[infno]]}|${row.begndate}` },
  code: row[codeFields[infno]] ?? '',
  beginDay: (row.begndate ?? '').slice(0, 10),
  endDay: (row.enddate ?? '').slice(0, 10),
  valid: row.vali_flag !== '0',
  changedAt: (row.updt_time ?? '').slice(0, 10),
  data: Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
})

/** Puts rows of a paged query in or over what is there. */
export const keepTerms = async (db: Database, rows: readonly Term[]): Promise<void> => {
  const unique = [...new Map(rows.map((row) => [row.rid, row])).values()]
  if (!unique.length) return
  const set = asIncoming(catalogueTerm, ['code', 'beginDay', 'endDay', 'valid', 'changedAt', 'data'])
  await db
    .insert(catalogueTerm)
    .values(unique)
    .onConflictDoUpdate({ target: [catalogueTerm.areaCode, catalogueTerm.infno, catalogueTerm.rid], set })
}

const latestDay = (rows: readonly Row[], than: string): string =>
  rows.reduce((latest, { updt_time = '' }) => (updt_time.slice(0, 10) > latest ? updt_time.slice(0, 10) : latest), than)

/** 1304, 1312, 1316-1319 page after page; a download that was cut goes on with its page. */
export const loadPages = async ({ deps, client, header, report }: Loading, claimed: Source): Promise<Brought> => {
  const infno = claimed.kind as PageTransaction
  const { areaCode } = claimed
  const { edition } = client.profile
  const today = formatDay(deps.clock())
  let source = claimed
  const brought: Brought = { rows: 0, leftOut: 0 }
  const since = source.version === '0' ? everything : source.version
  const ask = async (page: number, size: number): Promise<Row[]> => {
    const answer = await client.run(queryCatalogue(infno), { since, page, size }, await header(), { timeoutMs })
    return answer.kind === 'booked' ? answer.value : refuseOutcome(answer)
  }
  for await (const given of pagesFrom(ask, source.fileDone)) {
    // A download by size may end in the middle of a page.
    const found = given.slice(0, source.left ?? given.length)
    const next = {
      fileDone: source.fileDone + found.length,
      nextVersion: latestDay(found, source.nextVersion === '0' ? everything : source.nextVersion),
      left: source.left === null ? null : source.left - found.length,
    }
    const coded = found.filter((row) => row[codeFields[infno]])
    if (infno === '1304') {
      const entries = coded.map((row) => ethnicEntry(row, areaCode, edition))
      const batch = prepareBatch(entries, false)
      await inCopyTransaction(deps.db, async (tx) => {
        if (!(await moveOn(deps, tx, source, next))) throw new TakenOver()
        await putIn(tx, batch)
      })
    } else {
      // Kept by their record numbers: a page that is taken in twice is the same.
      await keepTerms(
        deps.db,
        coded.map((row) => termOf(areaCode, infno, row)),
      )
      await note(deps, source, next)
    }
    source = { ...source, ...next }
    brought.rows += coded.length
    brought.leftOut += found.length - coded.length
    await report(source.fileDone, source.fileDone)
    if (source.left !== null && source.left <= 0) return brought
  }
  const latest = source.nextVersion === '0' ? since : source.nextVersion
  // What is asked for next is changed after this day. More of today's changes may be to come, whatever day a centre
  // writes on them: today is asked for again until it has passed, what was before it is not.
  const yesterday = addDays(today, -1)
  const passed = latest < yesterday ? latest : yesterday
  const version = passed < since ? since : passed
  await note(deps, source, { version, fileDone: 0, nextVersion: version })
  return brought
}
