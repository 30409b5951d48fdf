-- As in 0131, of what is booked alone, as family_in_account does: what is priced is counted by its area when it is settled,
-- and who settles it must not wait for its row.
CREATE OR REPLACE FUNCTION "funds_without_account"("area_of" text, "sign" bigint) RETURNS void LANGUAGE sql AS $$
UPDATE purchase_order SET fund_total = fund_total - sign * account,
  split = CASE WHEN split ? 'fundTotal' AND split ? 'account' THEN jsonb_set(split, '{fundTotal}',
    to_jsonb((split->>'fundTotal')::bigint - sign * (split->>'account')::bigint)) ELSE split END
WHERE area_code = area_of AND setl_id IS NOT NULL AND account <> 0;
UPDATE rx_message m SET handed_out = jsonb_set(handed_out, '{fundTotal}',
    to_jsonb((handed_out->>'fundTotal')::bigint - sign * (handed_out->>'account')::bigint))
FROM store s WHERE s.id = m.store_id AND s."areaCode" = area_of AND handed_out ? 'fundTotal' AND handed_out ? 'account';
UPDATE recon_difference d SET
  local = CASE WHEN local ? 'fund' AND local ? 'account' THEN jsonb_set(local, '{fund}',
    to_jsonb((local->>'fund')::bigint - sign * (local->>'account')::bigint)) ELSE local END,
  centre = CASE WHEN centre ? 'fund' AND centre ? 'account' THEN jsonb_set(centre, '{fund}',
    to_jsonb((centre->>'fund')::bigint - sign * (centre->>'account')::bigint)) ELSE centre END
FROM recon_group g WHERE g.id = d.group_id AND g.area_code = area_of;
UPDATE recon_figures f SET aid = aid - sign * account
WHERE id IN (SELECT id FROM recon_group WHERE area_code = area_of UNION SELECT id FROM recon_month WHERE area_code = area_of);
UPDATE recon_figure_row r SET aid = r.aid - sign * r.account
FROM recon_group g WHERE g.id = r.group_id AND g.area_code = area_of;
UPDATE recon_group SET fund = fund - sign * account WHERE area_code = area_of;
UPDATE recon_month SET fund = fund - sign * account WHERE area_code = area_of;
UPDATE liquidation_item i SET fund = i.fund - sign * i.account
FROM liquidation l WHERE l.id = i.liquidation_id AND l.area_code = area_of;
-- What was claimed stays what it was.
UPDATE liquidation SET fund = fund - sign * account, with_account = sign > 0 WHERE area_code = area_of;
$$;
