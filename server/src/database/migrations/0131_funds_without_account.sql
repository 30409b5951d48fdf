-- Where the centre counts the personal account among the funds, our books did too. They hold it once from now on: what was
-- settled, compared and claimed until now is told so as well, and what is claimed stays what it was.
UPDATE "purchase_order" o SET "fund_total" = "fund_total" - "account",
  "split" = jsonb_set("split", '{fundTotal}', to_jsonb(("split"->>'fundTotal')::bigint - ("split"->>'account')::bigint))
FROM "area" a WHERE a."code" = o."area_code" AND a."settings"->'fundIncludesAcct' = 'true' AND o."account" <> 0;--> statement-breakpoint
UPDATE "recon_group" g SET "fund" = "fund" - "account"
FROM "area" a WHERE a."code" = g."area_code" AND a."settings"->'fundIncludesAcct' = 'true';--> statement-breakpoint
UPDATE "recon_month" g SET "fund" = "fund" - "account"
FROM "area" a WHERE a."code" = g."area_code" AND a."settings"->'fundIncludesAcct' = 'true';--> statement-breakpoint
UPDATE "liquidation_item" i SET "fund" = i."fund" - i."account"
FROM "liquidation" l, "area" a
WHERE l."id" = i."liquidation_id" AND a."code" = l."area_code" AND a."settings"->'fundIncludesAcct' = 'true';--> statement-breakpoint
UPDATE "liquidation" l SET "fund" = "fund" - "account", "with_account" = true
FROM "area" a WHERE a."code" = l."area_code" AND a."settings"->'fundIncludesAcct' = 'true';--> statement-breakpoint
UPDATE "area" SET "settings" = "settings" || '{"claimAccount": true}', "settings_revision" = "settings_revision" + 1
WHERE "settings"->'fundIncludesAcct' = 'true';
