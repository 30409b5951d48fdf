CREATE TABLE "prescription" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"area_code" text NOT NULL,
	"store_id" text NOT NULL,
	"number" text NOT NULL,
	"hospital" text NOT NULL,
	"department" text DEFAULT '' NOT NULL,
	"doctor" text NOT NULL,
	"prescribed_on" text NOT NULL,
	"valid_until" text NOT NULL,
	"rx_type" text NOT NULL,
	"attribute" text NOT NULL,
	"personal" text NOT NULL,
	"masked_name" text NOT NULL,
	"sex" text DEFAULT '' NOT NULL,
	"age" integer,
	"psn_hash" text DEFAULT '' NOT NULL,
	"cert_hash" text DEFAULT '' NOT NULL,
	"name_hash" text NOT NULL,
	"lines" jsonb NOT NULL,
	"has_image" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"taken_by" text DEFAULT '' NOT NULL,
	"taken_name" text DEFAULT '' NOT NULL,
	"taken_until" timestamp with time zone,
	"reviews" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"entered_name" text NOT NULL,
	"editors" jsonb NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prescription_event" (
	"id" text PRIMARY KEY NOT NULL,
	"prescription_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"move" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prescription_image" (
	"prescription_id" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchase_order" ADD COLUMN "prescription_id" text;--> statement-breakpoint
ALTER TABLE "doctor" ADD COLUMN "user_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "doctor" ADD COLUMN "account" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "prescription_store" ON "prescription" USING btree ("store_id","prescribed_on","id");--> statement-breakpoint
CREATE INDEX "prescription_day" ON "prescription" USING btree ("prescribed_on","id");--> statement-breakpoint
CREATE INDEX "prescription_queue" ON "prescription" USING btree ("store_id","submitted_at") WHERE state in ('waiting','second');--> statement-breakpoint
CREATE INDEX "prescription_submitted" ON "prescription" USING btree ("store_id","submitted_at");--> statement-breakpoint
CREATE INDEX "prescription_person" ON "prescription" USING btree ("store_id","psn_hash");--> statement-breakpoint
CREATE INDEX "prescription_cert" ON "prescription" USING btree ("store_id","cert_hash");--> statement-breakpoint
CREATE INDEX "prescription_name" ON "prescription" USING btree ("store_id","name_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "prescription_number" ON "prescription" USING btree ("company_id","hospital","number") WHERE state <> 'undone';--> statement-breakpoint
CREATE INDEX "prescription_event_of" ON "prescription_event" USING btree ("prescription_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_rx" ON "purchase_order" USING btree ("prescription_id") WHERE prescription_id is not null and state in ('settling','unknown','settled','reversing');--> statement-breakpoint
CREATE UNIQUE INDEX "doctor_user" ON "doctor" USING btree ("store_id","user_id") WHERE "user_id" <> '';--> statement-breakpoint
-- Typing prescriptions in is a clerk's work (domain.md 8.0, 8.7): the product's own roles get what
-- they have in a new database. Who reviews them is for each company to say:
-- the role is there, and given to nobody.
UPDATE "menu_role" SET "menus" = "menus" || '["RxManagement"]'::jsonb,
  "buttons" = "buttons" || CASE "code"
    WHEN 'clerk' THEN '[{"menuCode":"RxManagement","buttonCode":"query"},{"menuCode":"RxManagement","buttonCode":"add"},{"menuCode":"RxManagement","buttonCode":"handle"},{"menuCode":"RxManagement","buttonCode":"print"}]'::jsonb
    ELSE '[{"menuCode":"RxManagement","buttonCode":"query"}]'::jsonb END
WHERE "code" IN ('clerk', 'viewer') AND NOT "menus" @> '["RxManagement"]'::jsonb;
--> statement-breakpoint
INSERT INTO "menu_role" ("id", "name", "code", "kind", "menus", "buttons")
SELECT '00000000-0000-7000-8003-000000000004', '药师', 'pharmacist', 'system', "menus" || '["RxOnlinePush"]'::jsonb,
  "buttons" || '[{"menuCode":"RxManagement","buttonCode":"approve"},{"menuCode":"RxOnlinePush","buttonCode":"query"},{"menuCode":"RxOnlinePush","buttonCode":"approve"}]'::jsonb
FROM "menu_role" WHERE "code" = 'clerk' AND "kind" = 'system'
ON CONFLICT DO NOTHING;
