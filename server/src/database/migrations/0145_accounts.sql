ALTER TABLE "menu_role" ADD COLUMN "company_id" text;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "pinyin" text COLLATE "C" GENERATED ALWAYS AS (pinyin_key("name")) STORED;--> statement-breakpoint
ALTER TABLE "import_job" ADD COLUMN "once" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Whoever administers an area takes its accounts out as in a new database.
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"UserManagement","buttonCode":"export"}]'::jsonb
WHERE "kind" = 'system' AND "code" = 'area' AND "menus" @> '["UserManagement"]'::jsonb AND NOT "buttons" @> '[{"menuCode":"UserManagement","buttonCode":"export"}]'::jsonb;
