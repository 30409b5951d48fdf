CREATE TABLE "clearing_month" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"month" text NOT NULL,
	"state" text DEFAULT '1' NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"next_row" integer DEFAULT 1 NOT NULL,
	"extracted_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"message" text DEFAULT '' NOT NULL,
	"operator_name" text NOT NULL,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "clearing_row" (
	"id" text PRIMARY KEY NOT NULL,
	"month_id" text NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"month" text NOT NULL,
	"setl_sn" text NOT NULL,
	"mdtrt_id" text NOT NULL,
	"seqno" text DEFAULT '' NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	"cert" text,
	"masked_cert" text DEFAULT '' NOT NULL,
	"advance" boolean DEFAULT false NOT NULL,
	"total" bigint,
	"paid" bigint,
	"run" integer NOT NULL,
	"order_id" text,
	"refunded" boolean DEFAULT false NOT NULL,
	"own_total" bigint,
	"own_paid" bigint,
	"insured_area" text DEFAULT '' NOT NULL,
	"out_flag" text DEFAULT '' NOT NULL,
	"result" text DEFAULT 'centreOnly' NOT NULL,
	"answer" text DEFAULT 'open' NOT NULL,
	"asked" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"answered_by" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "clearing_month_key" ON "clearing_month" USING btree ("month","store_id");--> statement-breakpoint
CREATE UNIQUE INDEX "clearing_row_key" ON "clearing_row" USING btree ("month_id","setl_sn");--> statement-breakpoint
CREATE INDEX "clearing_row_month" ON "clearing_row" USING btree ("month","store_id","settled_at");--> statement-breakpoint
-- Month start is a clerk's work (domain.md 8.0): the product's own roles get what they have in a new database.
UPDATE "menu_role" SET "menus" = "menus" || '["ClearScoreManage"]'::jsonb,
  "buttons" = "buttons" || CASE "code"
    WHEN 'viewer' THEN '[{"menuCode":"ClearScoreManage","buttonCode":"query"}]'::jsonb
    ELSE '[{"menuCode":"ClearScoreManage","buttonCode":"query"},{"menuCode":"ClearScoreManage","buttonCode":"download"},{"menuCode":"ClearScoreManage","buttonCode":"approve"}]'::jsonb END
WHERE "code" IN ('clerk', 'viewer', 'pharmacist') AND NOT "menus" @> '["ClearScoreManage"]'::jsonb;
