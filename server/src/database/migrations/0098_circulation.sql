CREATE TABLE "rx_download" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"number" text NOT NULL,
	"psn_hash" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"prescription_id" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rx_message" (
	"id" text PRIMARY KEY NOT NULL,
	"prescription_id" text NOT NULL,
	"store_id" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" text DEFAULT '' NOT NULL,
	"setl_id" text DEFAULT '' NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rx_poll" (
	"store_id" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "prescription_number";--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "source" text DEFAULT 'paper' NOT NULL;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "use_no" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "download_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "verdict" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "dispense" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "rx_download_open" ON "rx_download" USING btree ("store_id","number") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "rx_message_of" ON "rx_message" USING btree ("prescription_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "rx_message_order" ON "rx_message" USING btree ("order_id","round","kind") WHERE order_id <> '';--> statement-breakpoint
CREATE INDEX "rx_message_due" ON "rx_message" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "prescription_circulated" ON "prescription" USING btree ("store_id","number","use_no") WHERE state <> 'undone' and source = 'circulation';--> statement-breakpoint
CREATE INDEX "prescription_downloaded" ON "prescription" USING btree ("store_id","number") WHERE source = 'circulation';--> statement-breakpoint
CREATE UNIQUE INDEX "prescription_number" ON "prescription" USING btree ("company_id","hospital","number") WHERE state <> 'undone' and source = 'paper';--> statement-breakpoint
-- Downloading an electronic prescription is the work of who types paper ones in: the product's own roles get what they
-- have in a new database.
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"RxManagement","buttonCode":"download"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk', 'pharmacist') AND "menus" @> '["RxManagement"]'::jsonb
  AND NOT "buttons" @> '[{"menuCode":"RxManagement","buttonCode":"download"}]'::jsonb;
