import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { openSqlite } from '../files/sqlite.ts'

/**
 * What a program of before had told its ERP: the settlements it took note of, of which the bills are not known any more, and
 * what the box still has of those that were over. Once: what is noted here since says more.
 */
const fromBefore = `
    insert into erp_told (order_id, bill_no, over, at)
      select order_id, '', 0, at from erp_settled where not exists (select 1 from erp_told)
      union all
      select json_extract(json, '$.body.orderId'), bill_no, 1, max(at) from erp_frame as last
      where type = 'result' and json_extract(json, '$.body.state') in ('reversed', 'voided')
        and json_extract(json, '$.body.orderId') is not null and not exists (select 1 from erp_told)
        and not exists (select 1 from erp_frame as later where later.type = 'result' and later.seq > last.seq
          and later.bill_no = last.bill_no
          and json_extract(later.json, '$.body.orderId') = json_extract(last.json, '$.body.orderId'))
      group by 1, 2;`

/** Opens (or makes) the gateway's own small database: spent tickets and ERP frames. Readable by this account only. */
export const openDatabase = (file: string) => {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // A ticket counts as spent only once that is on the disk: an answer must not be repeatable after a power cut.
  const database = openSqlite(file, (made) =>
    made.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table if not exists spent_ticket (jti text primary key, until integer not null) without rowid;
    create table if not exists erp_frame (
      seq integer primary key autoincrement,
      sender text not null, id text not null, bill_no text not null, revision integer not null, type text not null,
      json text not null, at integer not null,
      unique (sender, id)
    );
    create index if not exists erp_frame_bill on erp_frame (bill_no, revision);
    create table if not exists erp_settled (order_id text primary key, at integer not null) without rowid;
    create table if not exists erp_told (
      order_id text not null, bill_no text not null, over integer not null, at integer not null,
      primary key (order_id, bill_no)
    ) without rowid;
    ${fromBefore}
    create table if not exists erp_unknown (order_id text primary key, at integer not null) without rowid;
    create table if not exists erp_asked (one integer primary key, since integer not null);
  `),
  )
  if (file !== ':memory:') chmodSync(file, 0o600)
  return database
}
