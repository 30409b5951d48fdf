CREATE TABLE "recon_month" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"month" text NOT NULL,
	"clr_optins" text NOT NULL,
	"insutype" text NOT NULL,
	"clr_type" text NOT NULL,
	"count" integer NOT NULL,
	"total" bigint NOT NULL,
	"fund" bigint NOT NULL,
	"account" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"state" text NOT NULL,
	"centre_result" text,
	"centre_text" text,
	"operator_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recon_group" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "recon_month_key" ON "recon_month" USING btree ("store_id","month","clr_optins","insutype","clr_type");--> statement-breakpoint
CREATE INDEX "recon_month_month" ON "recon_month" USING btree ("month");--> statement-breakpoint
-- Month start is a clerk's work, too (domain.md 8.0): the product's own roles get what they have in a new database.
UPDATE "menu_role" SET "menus" = "menus" || '["MonthReconciliation"]'::jsonb,
  "buttons" = "buttons" || CASE "code"
    WHEN 'clerk' THEN '[{"menuCode":"MonthReconciliation","buttonCode":"query"},{"menuCode":"MonthReconciliation","buttonCode":"handle"},{"menuCode":"MonthReconciliation","buttonCode":"print"}]'::jsonb
    ELSE '[{"menuCode":"MonthReconciliation","buttonCode":"query"}]'::jsonb END
WHERE "code" IN ('clerk', 'viewer') AND NOT "menus" @> '["MonthReconciliation"]'::jsonb;
