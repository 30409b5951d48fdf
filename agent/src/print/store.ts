import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Paper } from '@yibao/shared/agent/documents.ts'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import { openSqlite } from '../files/sqlite.ts'
import { sha256hex } from '../hash.ts'

type JobFormat = 'pdf' | 'receipt'
export type JobState = 'queued' | 'printing' | 'done' | 'failed' | 'unsure' | 'cancelled'

/** A print job without its bytes. Times are ms since 1970. */
export interface Job {
  id: string
  state: JobState
  /** The printer asked for, or the one that took the job. */
  printer: string | null
  /** The printer that whoever sent it named; null = the one that its type is printed on, chosen anew at each try. */
  asked: string | null
  documentType: string | null
  copies: number
  paper: Paper
  /** What the bytes are: a PDF, or a receipt as the gateway was given it (JSON), which the desk writes for its printer. */
  format: JobFormat
  /** The batch it came with; its items print in order and fail one by one. */
  batch: string | null
  /** The document it prints again, and why. */
  reprintOf: string | null
  reason: string | null
  /** 1 = a person wants it printed, whatever else came out. */
  insisted: 0 | 1
  /** How often it was handed over; each time under a title of its own. */
  attempt: number
  /** The spooler's number once it took the job. */
  printerJob: string | null
  /** Why it waits or how it ended. */
  problem: AgentErrorCode | null
  createdAt: number
  changedAt: number
}

/** What a job is made of; `id` is its idempotency key (the slip document's id, DESIGN 11). */
export interface NewJob {
  id: string
  bytes: Buffer
  printer?: string
  documentType?: string
  copies: number
  paper: Paper
  /** 'pdf' when absent */
  format?: JobFormat
  batch?: string
  reprintOf?: string
  reason?: string
}

const columns = `id, state, printer, document_type as documentType, copies, paper, attempt,
  printer_job as printerJob, problem, format, batch, reprint_of as reprintOf, reason, asked, insisted,
  created_at as createdAt, changed_at as changedAt`

const schema = `create table if not exists print_job (
  id text primary key, sha256 text not null, pdf blob, state text not null, printer text, document_type text,
  copies integer not null, paper text not null, printer_job text, problem text,
  attempt integer not null default 0, created_at integer not null, changed_at integer not null) strict;
  create index if not exists print_job_state on print_job (state, created_at);`

/** Columns that came later: a counter that was updated has the table without them. */
const later = {
  format: "text not null default 'pdf'",
  batch: 'text',
  reprint_of: 'text',
  reason: 'text',
  asked: 'text',
  insisted: 'integer not null default 0',
}

const addColumns = (database: DatabaseSync) => {
  const known = database.prepare('pragma table_info(print_job)').all()
  for (const [name, type] of Object.entries(later))
    if (!known.some((column) => column.name === name)) {
      database.exec(`alter table print_job add column ${name} ${type}`)
      // Of one that was handed over already nobody knows; with a type it may go where that is printed now.
      if (name === 'asked')
        database.exec('update print_job set asked = printer where attempt = 0 or document_type is null')
    }
}

const unfinished = "('queued', 'printing', 'unsure')"
/** One that failed may be printed again. */
const awaited = "('queued', 'printing', 'unsure', 'failed')"

const dayMs = 24 * 3600_000

/** Print jobs on disk. Every change is on the disk when it returns: they outlive a kill at any point. */
export const createJobStore = (path: string, now: () => number = Date.now) => {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  // FULL, not NORMAL: a job must not come back as queued after the power fails behind a print.
  // The patience first: whoever opens it after a kill may meet another who brings the log to its end.
  const database = openSqlite(path, (made) => {
    // What is forgotten is overwritten: a slip names a person, and a database keeps what it deletes.
    made.exec(`pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full;
      pragma secure_delete = on; ${schema}`)
    addColumns(made)
  })
  const select = database.prepare(`select ${columns} from print_job where id = ?`)
  const get = (id: string) => select.get(id) as unknown as Job | undefined
  const insert = database.prepare(`insert into print_job (id, sha256, pdf, state, printer, document_type, copies, paper,
    format, batch, reprint_of, reason, asked, created_at, changed_at)
    values (?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`)
  const move = database.prepare(`update print_job set state = :to,
    printer = case when :from = 'queued' and :to = 'printing' then asked else coalesce(:printer, printer) end,
    printer_job = case when :from = 'queued' and :to <> 'unsure' then null else coalesce(:printerJob, printer_job) end,
    attempt = attempt + (:from = 'queued' and :to = 'printing'), problem = :problem, changed_at = :at,
    insisted = max(insisted, :insisted),
    pdf = case when :to in ('done', 'cancelled') then null else pdf end
    where id = :id and state = :from`)
  const forget = database.prepare(`delete from print_job where state not in ${unfinished} and changed_at < :at - :keepMs
    and rowid <= (select rowid from print_job where state not in ${unfinished} order by rowid desc limit 1 offset :newest)
    and abs(:at - (select changed_at from print_job order by rowid desc limit 1)) < :dayMs`)
  const atWork = database.prepare(`select 1 from print_job where state in ('queued', 'printing') limit 1`)
  return {
    get,
    /**
     * Takes a job. The same id with the same bytes is the same job (`fresh` false) whatever its state; the same id
     * with other bytes throws IDEMPOTENCY_CHANGED, because one of the two would never be printed.
     */
    add: (order: NewJob): { job: Job; fresh: boolean } => {
      const { id, bytes, printer = null, documentType = null, copies, paper, format = 'pdf' } = order
      const { batch = null, reprintOf = null, reason = null } = order
      const sha256 = sha256hex(bytes)
      const at = now()
      const about = [printer, documentType, copies, paper, format, batch, reprintOf, reason, printer]
      const { changes } = insert.run(id, sha256, bytes, ...about, at, at)
      const known = database.prepare('select sha256 from print_job where id = ?').get(id) as { sha256: string }
      if (known.sha256 !== sha256) throw new AgentError('IDEMPOTENCY_CHANGED')
      return { job: get(id)!, fresh: changes === 1 }
    },
    /** The bytes of a job; undefined once it has ended. */
    bytes: (id: string): Buffer | undefined => {
      const row = database.prepare('select pdf from print_job where id = ?').get(id) as { pdf: Uint8Array | null }
      return row?.pdf ? Buffer.from(row.pdf) : undefined
    },
    /** Moves a job from one state to another; false when it was not in `from` any more. */
    move: (
      id: string,
      from: JobState,
      to: JobState,
      set: { printer?: string; printerJob?: string; problem?: AgentErrorCode | null; insisted?: boolean } = {},
    ): boolean => {
      const { printer = null, printerJob = null, problem = null, insisted = false } = set
      const values = { printer, printerJob, problem, insisted: Number(insisted) }
      return move.run({ id, from, to, ...values, at: now() }).changes === 1
    },
    /** In the order they came, here as below: by rowid, for the PC's clock may be set back between two of them. */
    in: (state: JobState) =>
      database
        .prepare(`select ${columns} from print_job where state = ? order by rowid`)
        .all(state) as unknown as Job[],
    /** The items of a batch in the order they came. */
    batch: (batch: string) =>
      database
        .prepare(`select ${columns} from print_job where batch = ? order by rowid`)
        .all(batch) as unknown as Job[],
    /** The latest jobs and all older ones that somebody or something still waits for, newest first. */
    list: (limit = 50) =>
      database
        .prepare(
          `select ${columns} from print_job where state in ${awaited}
             or rowid in (select rowid from print_job order by rowid desc limit ?) order by rowid desc`,
        )
        .all(limit) as unknown as Job[],
    /**
     * Forgets the rows of jobs ended `keepMs` ago; the bytes of ended jobs went when they ended, and with nothing at work
     * they go from the log of the database too. The PC's clock may come up in 2000 or in 2099: what it said when a job ended
     * makes no printed slip unknown, which would print again, and no failed one lost. So the `newest` ended jobs, some days
     * of a busy counter, stay whatever their age, and nothing goes by a clock that is not of the newest job's day.
     */
    prune: (keepMs: number, newest = 500) => {
      forget.run({ at: now(), keepMs, newest, dayMs })
      if (!atWork.get()) database.exec('pragma wal_checkpoint(truncate)')
    },
    close: () => database.close(),
  }
}
export type JobStore = ReturnType<typeof createJobStore>
