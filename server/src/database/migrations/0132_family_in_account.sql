ALTER TABLE "purchase_order" ADD COLUMN "family_apart" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What accounts paid has what a family member's paid everywhere in our books, whatever a centre's acct_pay holds. This turns
-- what an area has settled into that (apart), or back where mulaidInAcct turns out to hold: at the upgrade for areas
-- that have it off, later whenever somebody changes it (config/turn-money.ts).
CREATE FUNCTION "family_in_account"("area_of" text, "apart" boolean) RETURNS void LANGUAGE sql AS $$
UPDATE purchase_order SET family_apart = apart,
  account = account + CASE WHEN apart THEN family_account ELSE -family_account END,
  split = CASE WHEN split ? 'account' THEN jsonb_set(split, '{account}', to_jsonb((split->>'account')::bigint
    + CASE WHEN apart THEN family_account ELSE -family_account END)) ELSE split END
WHERE area_code = area_of AND setl_id IS NOT NULL AND family_account <> 0 AND family_apart <> apart;
$$;--> statement-breakpoint
SELECT "family_in_account"("code", true) FROM "area" WHERE "settings"->'mulaidInAcct' = 'false';
