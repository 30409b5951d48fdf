import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { catalogueLines, type FileTransaction, laterVersion } from '../../../centre/catalogue.ts'
import type { CentreClient, Header } from '../../../centre/client.ts'
import { askCatalogue, catalogueDownload, isNoneNewer } from '../../../centre/operations/catalogue.ts'
import { refuseOutcome } from '../../../centre/refuse-outcome.ts'
import { downloadFile } from '../../../centre/transfer.ts'
import { lineReader } from '../entries.ts'
import { catalogueEntry } from '../entry-tables.ts'
import { moveOn, note, type Source, TakenOver } from './claim.ts'
import { type Batch, prepareBatch, writeBatch } from './write.ts'

/** What a download needs of its surroundings. */
export interface Loading {
  deps: Deps
  client: CentreClient
  /** A new header of the area's system operator for each message. */
  header: () => Promise<Header>
  /** Rows of the current file that are in, of how many. */
  report: (done: number, of: number) => Promise<void>
}

/** The centre makes its file while we wait. ms */
const patience = 240_000
/** How often a file that was cut off is asked for once more. */
const oftenAgain = 3
/** Rows of one transaction: a kill loses this much work and nothing else. */
const batchRows = 2000

type Entry = typeof catalogueEntry.$inferSelect

const isEmpty = async ({ db }: Deps, { areaCode, kind }: Source): Promise<boolean> => {
  const here = and(eq(catalogueEntry.areaCode, areaCode), eq(catalogueEntry.kind, kind))
  const [row] = await db.select({ code: catalogueEntry.code }).from(catalogueEntry).where(here).limit(1)
  return !row
}

/**
 * Lines of a file as batches, the first `skip` left out; `lines` counts them, rows or not, `leftOut` those that are none, and
 * `version` is their greatest.
 */
function* batchesOf(
  content: Uint8Array,
  read: (line: string) => Entry | string | undefined,
  { skip, most }: { skip: number; most: number },
): Generator<{ lines: number; leftOut: number; version: string; entries: Entry[] }> {
  let at = 0
  let [lines, leftOut, version] = [0, 0, '0']
  let entries: Entry[] = []
  for (const line of catalogueLines(content)) {
    at += 1
    if (at <= skip) continue
    if (at > skip + most) break
    lines += 1
    const entry = read(line)
    if (entry === undefined) leftOut += 1
    else version = laterVersion(version, typeof entry === 'string' ? entry : entry.version)
    if (typeof entry === 'object') entries.push(entry)
    if (lines === batchRows) {
      yield { lines, leftOut, version, entries }
      ;[lines, leftOut, version, entries] = [0, 0, '0', []]
    }
  }
  if (lines) yield { lines, leftOut, version, entries }
}

/** What a download brought: rows that are in, and lines that are none. */
export interface Brought {
  rows: number
  leftOut: number
}

/**
 * Takes a file in from where it stands, a batch being made ready while the one before goes in. Gives where it stands then,
 * and how many of its lines were no rows.
 */
export const takeIn = async (
  deps: Deps,
  from: Source,
  content: Uint8Array,
  report: Loading['report'],
): Promise<{ source: Source; leftOut: number }> => {
  let source = from
  let leftOut = 0
  let going: Promise<Source> | undefined
  const straight = source.fileDone === 0 && (await isEmpty(deps, source))
  const { edition } = deps.services.centre.of(source.areaCode).profile
  const read = lineReader(source.kind as FileTransaction, { areaCode: source.areaCode, edition })
  const put = async (batch: Batch, lines: number, version: string): Promise<Source> => {
    const { fileDone, nextVersion, left } = source
    const next = {
      fileDone: fileDone + lines,
      nextVersion: laterVersion(nextVersion, version),
      left: left === null ? null : left - lines,
    }
    if (!(await writeBatch(deps.db, batch, (tx) => moveOn(deps, tx, source, next)))) throw new TakenOver()
    await report(next.fileDone, source.fileRows)
    return { ...source, ...next }
  }
  const limits = { skip: source.fileDone, most: source.left ?? Number.POSITIVE_INFINITY }
  for (const { lines, entries, version, ...more } of batchesOf(content, read, limits)) {
    leftOut += more.leftOut
    const batch = prepareBatch(entries, straight)
    if (going) source = await going
    going = put(batch, lines, version)
    // Its fault is met at the next await; until then nobody may call it unheard.
    going.catch(() => undefined)
  }
  return { source: going ? await going : source, leftOut }
}

/** How many lines a file has whose centre did not say so: a file cut on its way is not told from a whole one then. */
const linesIn = async (content: Uint8Array): Promise<number> => {
  let lines = 0
  for (const _ of catalogueLines(content)) if (++lines % batchRows === 0) await nextTurn()
  return lines
}

/** Where the rows newer than ours lie: the file under way, or a new one; undefined when there is nothing newer. */
const ticketOf = async ({ deps, client, header }: Loading, source: Source): Promise<Source | undefined> => {
  if (source.fileNo) return source
  const operation = askCatalogue(source.kind as FileTransaction)
  const answer = await client.run(operation, { version: source.version }, await header(), { timeoutMs: patience })
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  if (isNoneNewer(answer.value)) return undefined
  const { fileQuryNo, count = 0 } = answer.value
  return note(deps, source, { fileNo: fileQuryNo, fileRows: count, fileDone: 0, nextVersion: source.version })
}

/** 13xx and 9102 until nothing is newer, or until the rows of this download are used up. */
export const loadFile = async (loading: Loading, claimed: Source): Promise<Brought> => {
  const { deps, client, header } = loading
  let source = claimed
  const brought: Brought = { rows: 0, leftOut: 0 }
  const add = (rows: number, leftOut: number) => {
    brought.rows += rows
    brought.leftOut += leftOut
  }
  /** Lines of the last file that had fewer of them than its centre had said. */
  let short = -1
  let again = 0
  for (let round = 0; source.left === null || source.left > 0; round++) {
    const ready = await ticketOf(loading, source)
    if (!ready) break
    const file = catalogueDownload(client.profile, { fileQuryNo: ready.fileNo, version: ready.version })
    const got = await downloadFile(client, file, await header(), { timeoutMs: patience })
    if (got.kind === 'refused' && claimed.fileNo && round === 0) {
      // Kept from an earlier download and no longer there: asked for again, rows that are in are found to be so.
      source = await note(deps, ready, { fileNo: '', fileDone: 0 })
      continue
    }
    if (got.kind !== 'file') return refuseOutcome(got)
    const before = ready.fileDone
    const counted = ready.fileRows ? ready : await note(deps, ready, { fileRows: await linesIn(got.content) })
    const taken = await takeIn(deps, counted, got.content, loading.report)
    source = taken.source
    const rows = source.fileDone - before - taken.leftOut
    add(rows, taken.leftOut)
    if (source.left !== null && source.left <= 0 && source.fileDone < source.fileRows) break
    if (source.fileDone < source.fileRows && source.fileDone !== short) {
      // Cut off on its way: the version stays where it was, and all is asked for once more. As many again is how they count.
      short = source.fileDone
      add(-rows, -taken.leftOut)
      const { fileDone: got, fileRows: of } = source
      source = await note(deps, source, { fileNo: '', fileRows: 0, fileDone: 0, left: ready.left })
      // What cuts it at another place each time would have us ask for ever.
      if (++again > oftenAgain) refuse('catalogue.cut', { got, of })
      continue
    }
    // A centre that gives the same rows for ever would keep us for ever.
    const stuck = source.nextVersion === source.version
    source = await note(deps, source, { version: source.nextVersion, fileNo: '', fileRows: 0, fileDone: 0 })
    if (stuck) break
    short = -1
    again = 0
  }
  return brought
}
