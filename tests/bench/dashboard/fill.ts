// What the home page reads besides the orders of orders/fill.ts: 400 stores of one area, a today, and everything that its
// tiles count. SQL, because a million orders are not made one by one.

/** As many stores of the area as $1: those of the other areas move into it, some are added. */
export const shops = `
with moved as (update store set "areaCode" = '320500' where id like 'bench-%' returning 1)
insert into store (id, "companyId", "areaCode", "fixmedinsCode", name, phone)
select 'bench-more-' || n, '10001', '320500', 'P3205018' || lpad(n::text, 4, '0'), '示例大药房新' || n || '店', ''
from generate_series(1, $1::int - 290) n`

/** The last fortnight of the year of orders becomes the last fortnight until now, so that there is a today. */
export const today = `
update purchase_order set settled_at = at, created_at = at, updated_at = at, printed = 1,
  reversed_at = case when reversed_by is not null then at end
from (select id as known, settled_at + (now() - max(settled_at) over ()) as at from purchase_order) moved
where moved.known = id and moved.at > now() - interval '14 days'`

/** Agents, sign-ins, reconciliation, calls to the centre. */
export const beside = `
insert into agent (id, "publicKey", "storeIds", machine, version, enrolled_at, last_seen_at, state)
select 'agent-' || n, 'k', jsonb_build_array(s.id), '前台' || n, '1.0.0', now(),
  case when n % 10 = 0 then now() - interval '1 day' else now() + interval '1 day' end, '{}'
from (select id, row_number() over (order by id) as n from store) s;
insert into sign_in (id, store_id, operator_no, user_id, operator_name, sign_no, mac, ip, day, signed_in_at)
select 'sign-' || id, id, 'op', 'u', '李店员', 's', '', '', to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), now() from store;
insert into recon_group (id, store_id, area_code, day, clr_optins, insutype, clr_type, count, total, fund, account, cash, state)
select 'g' || d || s.id || i, s.id, s."areaCode", to_char(now() at time zone 'Asia/Shanghai' - d * interval '1 day', 'YYYY-MM-DD'),
  '320500', i::text, '1', 5, 1000, 0, 0, 1000, case when random() < 0.02 then '3' else '2' end
from store s, generate_series(1, 60) d, generate_series(1, 2) i;
insert into recon_difference (id, group_id, store_id, day, class, msgid, handled_at)
select 'd' || n || id, id, store_id, day, 'amounts', '', case when n = 1 then now() end
from recon_group, generate_series(1, 3) n where state = '3';
insert into centre_call (area_code, at, infno, ended, ms, calls)
select '320500', date_bin('10 minutes', now() - b * interval '10 minutes', timestamptz '2026-01-01'), infno, ended, ms * 30, 20
from generate_series(0, 4000) b, unnest(array['1101','2101','2102','2103','9001','5301']) infno,
  unnest(array['booked','refused','unanswered']) ended, generate_series(1, 8) ms on conflict do nothing;
insert into centre_fault (area_code, at, infno, text, calls)
select distinct area_code, at, infno, '参保人待遇异常 ' || n, 3 from centre_call, generate_series(1, 5) n where infno = '2102'`
