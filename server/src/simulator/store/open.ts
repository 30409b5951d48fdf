import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const schema = `
create table if not exists counter (name text primary key, value integer not null);
create table if not exists account (psn_no text, insutype text, balance integer not null, primary key (psn_no, insutype));
create table if not exists cumulative (psn_no text, insutype text, ym text, code text, value integer not null,
  primary key (psn_no, insutype, ym, code)) without rowid;
create table if not exists sign (sign_no text primary key, fixmedins_code text, opter_no text, signed_at text, ended_at text);
create table if not exists token (token text primary key, psn_no text, expires integer);
create table if not exists shown (code text primary key);
create table if not exists file (file_qury_no text primary key, filename text, fixmedins_code text, expires integer, content blob);
create table if not exists mapping (fixmedins_code text, own_code text, list_type text, med_list_codg text, name text,
  begndate text, enddate text, updt_time text, primary key (fixmedins_code, own_code, list_type));
create table if not exists mapped (fixmedins_code text, own_code text, list_type text, med_list_codg text, name text,
  begndate text, enddate text, updt_time text, primary key (fixmedins_code, own_code, list_type, med_list_codg)) without rowid;
-- A centre of before kept one code of an item.
insert or ignore into mapped select * from mapping;
delete from mapping;
create table if not exists department (fixmedins_code text, code text, data text not null,
  primary key (fixmedins_code, code));
create table if not exists application (evt_id text primary key, fixmedins_code text not null, ym text not null,
  clr_type text not null, clr_way text not null, clr_optins text not null, insutype text not null, begndate text not null,
  enddate text not null, stas text not null, memo text not null, data text not null);
create index if not exists application_month on application (fixmedins_code, ym);
create table if not exists clearing (fixmedins_code text, setl_sn text, ym text not null, seqno integer not null,
  certno text not null, mdtrt_id text not null, setl_time text not null, advpay text not null, medfee integer not null,
  optins integer not null, cnfm text not null, transid text not null, dropped integer not null default 0,
  primary key (fixmedins_code, setl_sn));
create table if not exists cleared (fixmedins_code text, ym text, seqno integer, setl_id text not null, setl_sn text not null,
  certno text not null, mdtrt_id text not null, setl_time text not null, advpay text not null, medfee integer not null,
  optins integer not null, cnfm text not null, transid text not null, dropped integer not null default 0,
  primary key (fixmedins_code, ym, seqno)) without rowid;
create index if not exists cleared_of on cleared (fixmedins_code, setl_id);
-- A centre of before knew one row of each number.
insert into cleared select fixmedins_code, ym, seqno, setl_sn, setl_sn, certno, mdtrt_id, setl_time, advpay, medfee, optins,
  cnfm, transid, dropped from clearing;
delete from clearing;
create table if not exists filing (serial text primary key, psn_no text not null, data text not null);
create table if not exists piece (fixmedins_code text, bchno text, infno text not null, trace_code text not null,
  sold_as text not null, data text not null, primary key (fixmedins_code, bchno));
create index if not exists piece_trace on piece (trace_code) where trace_code <> '';
create index if not exists piece_sold_as on piece (fixmedins_code, sold_as) where sold_as <> '';
create table if not exists sold_code (code text, setl_id text, primary key (code, setl_id)) without rowid;
create table if not exists area_option (area text, name text, primary key (area, name)) without rowid;
create table if not exists filed (serial text primary key, infno text not null, psn_no text not null,
  filed_on text not null, data text not null);
create index if not exists filed_person on filed (psn_no, infno);
create table if not exists rx (hi_rxno text primary key, psn_no text not null, issued_at text not null,
  valid_end text not null, push_to text not null, revoked integer not null, template text not null, data text not null);
create index if not exists rx_person on rx (psn_no, issued_at);
create index if not exists rx_push on rx (push_to, issued_at) where push_to <> '';
create table if not exists rx_token (token text primary key);
create table if not exists rx_auth (auth_rxno text primary key, hi_rxno text not null, fixmedins_code text not null,
  unique (hi_rxno, fixmedins_code));
create table if not exists rx_download (ide_code text primary key, hi_rxno text not null, fixmedins_code text not null,
  unique (hi_rxno, fixmedins_code));
create table if not exists rx_verdict (hi_rxno text not null, turn integer not null, fixmedins_code text not null,
  stas text not null, given_on text not null, data text not null, primary key (hi_rxno, turn));
create table if not exists rx_use (setl_id text primary key, hi_rxno text not null);
create index if not exists rx_use_of on rx_use (hi_rxno);
create table if not exists rx_dispense (setl_id text primary key, hi_rxno text not null, fixmedins_code text not null,
  returned integer not null, data text not null, back text not null);
create index if not exists rx_dispense_of on rx_dispense (hi_rxno);
-- A centre of before knew 2503 alone; what it holds from then has been reviewed since.
insert into filed select serial, '2503', psn_no, '2024-01-01', data from filing;
delete from filing;
create table if not exists settlement (
  setl_id text primary key, mdtrt_id text not null, infno text not null, msgid text not null unique,
  fixmedins_code text not null, psn_no text not null, insutype text not null, med_type text not null,
  clr_optins text not null, clr_type text not null, setl_time text not null, refd integer not null,
  original text not null default '', reversed_by text not null default '', undone text not null default '',
  medfee integer not null, fund integer not null, acct integer not null, cash integer not null,
  output text not null, effect text not null, request text not null);
create table if not exists visit (mdtrt_id text primary key, fixmedins_code text not null, psn_no text not null,
  insutype text not null, ipt_otp_no text not null, cancelled text not null default '', data text not null,
  unique (fixmedins_code, ipt_otp_no));
create table if not exists diagnosis (mdtrt_id text, srt_no text, data text not null,
  primary key (mdtrt_id, srt_no)) without rowid;
create table if not exists fee (mdtrt_id text, feedetl_sn text, batch text not null, setl_id text not null default '',
  was text not null default '', data text not null, primary key (mdtrt_id, feedetl_sn)) without rowid;
create index if not exists fee_settled on fee (setl_id) where setl_id <> '';
create index if not exists settlement_day on settlement (fixmedins_code, setl_time);
create index if not exists settlement_person on settlement (psn_no, setl_time);
create index if not exists settlement_visit on settlement (mdtrt_id);
`

/** A row as SQLite gives it. */
export type Row = Record<string, SQLInputValue>

/** The centre's database: prepared statements and transactions over one SQLite file. */
export interface Store {
  all: (sql: string, ...values: SQLInputValue[]) => Row[]
  get: (sql: string, ...values: SQLInputValue[]) => Row | undefined
  run: (sql: string, ...values: SQLInputValue[]) => void
  /** Runs work in one transaction: everything it wrote is on the disk when this returns, or nothing is. */
  transaction: <T>(work: () => T) => T
  /** The next value of a named counter, from 1. */
  next: (name: string) => number
  close: () => void
}

/**
 * Opens `dataDir/centre/centre.sqlite`, made when missing. synchronous=FULL: a booking that was answered survives
 * kill -9 and a power cut, unless it is not to be `durable`. `fresh` is true when the database was made by this call.
 */
export const openStore = (dataDir: string, durable = true): { store: Store; fresh: boolean } => {
  const folder = join(dataDir, 'centre')
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'centre.sqlite'))
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = ${durable ? 'full' : 'off'}; pragma busy_timeout = 5000`,
  )
  // One transaction: by itself each table would wait for the disk.
  database.exec(`begin immediate; ${schema} commit`)
  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const store: Store = {
    all: (sql, ...values) => statement(sql).all(...values) as Row[],
    get: (sql, ...values) => statement(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => void statement(sql).run(...values),
    transaction: (work) => {
      if (database.isTransaction) return work()
      database.exec('begin immediate')
      try {
        const result = work()
        database.exec('commit')
        return result
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    next: (name) => {
      const row = store.get(
        'insert into counter values (?, 1) on conflict (name) do update set value = value + 1 returning value',
        name,
      )
      return Number(row!.value)
    },
    close: () => database.close(),
  }
  return { store, fresh: !store.get("select 1 from counter where name = 'seeded'") }
}
