CREATE TABLE "audit_attachment" (
	"id" text PRIMARY KEY NOT NULL,
	"finding_id" text NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_event" (
	"id" text PRIMARY KEY NOT NULL,
	"finding_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"move" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_finding" (
	"id" text PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"order_id" text NOT NULL,
	"hit_key" text NOT NULL,
	"area_code" text NOT NULL,
	"store_id" text NOT NULL,
	"rule" text NOT NULL,
	"rule_name" text NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"drug" text DEFAULT '' NOT NULL,
	"national_code" text DEFAULT '' NOT NULL,
	"quantity" text DEFAULT '' NOT NULL,
	"amount" bigint NOT NULL,
	"message" text NOT NULL,
	"confirmed_by" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '0' NOT NULL,
	"deadline" text NOT NULL,
	"appealed_by" text DEFAULT '' NOT NULL,
	"handler" text DEFAULT '' NOT NULL,
	"handled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_rule" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"area_code" text DEFAULT '' NOT NULL,
	"company_id" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"advice" text NOT NULL,
	"reason_required" boolean DEFAULT false NOT NULL,
	"drugs" text[] DEFAULT '{}' NOT NULL,
	"medical_types" text[] DEFAULT '{}' NOT NULL,
	"insutypes" text[] DEFAULT '{}' NOT NULL,
	"gender" text DEFAULT '' NOT NULL,
	"age_from" integer,
	"age_to" integer,
	"days" integer,
	"same" text DEFAULT 'ingredient' NOT NULL,
	"daily" text DEFAULT '' NOT NULL,
	"daily_unit" text DEFAULT '' NOT NULL,
	"most" text DEFAULT '' NOT NULL,
	"cumulative" boolean DEFAULT false NOT NULL,
	"diseases" text[] DEFAULT '{}' NOT NULL,
	"against" text[] DEFAULT '{}' NOT NULL,
	"price_cap" text DEFAULT '' NOT NULL,
	"similarity" integer,
	"begin_day" text DEFAULT '' NOT NULL,
	"end_day" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchase_order" ADD COLUMN "audit" jsonb;--> statement-breakpoint
CREATE INDEX "audit_attachment_of" ON "audit_attachment" USING btree ("finding_id");--> statement-breakpoint
CREATE INDEX "audit_event_of" ON "audit_event" USING btree ("finding_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_finding_hit" ON "audit_finding" USING btree ("order_id","hit_key");--> statement-breakpoint
CREATE INDEX "audit_finding_store" ON "audit_finding" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_finding_area" ON "audit_finding" USING btree ("area_code","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_finding_created" ON "audit_finding" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_finding_open" ON "audit_finding" USING btree ("created_at","store_id") WHERE state in ('0','3');--> statement-breakpoint
CREATE UNIQUE INDEX "audit_rule_code" ON "audit_rule" USING btree ("code","area_code","company_id");--> statement-breakpoint
CREATE INDEX "audit_rule_place" ON "audit_rule" USING btree ("area_code","company_id") WHERE enabled;--> statement-breakpoint
CREATE INDEX "order_person" ON "purchase_order" USING btree ("psn_hash","settled_at") WHERE state in ('settled','reversing','unknown') and settled_at is not null;
--> statement-breakpoint
-- Appealing is a store's work (domain.md 8.15): the product's own roles get what they have in a new database.
UPDATE "menu_role" SET "menus" = "menus" || '["AuditManagement"]'::jsonb,
  "buttons" = "buttons" || CASE WHEN "code" = 'viewer'
    THEN '[{"menuCode":"AuditManagement","buttonCode":"query"}]'::jsonb
    ELSE '[{"menuCode":"AuditManagement","buttonCode":"query"},{"menuCode":"AuditManagement","buttonCode":"handle"}]'::jsonb END
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer', 'pharmacist') AND NOT "menus" @> '["AuditManagement"]'::jsonb;
