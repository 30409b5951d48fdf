CREATE TABLE "system_setting" (
	"id" text PRIMARY KEY NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"settings_revision" integer DEFAULT 0 NOT NULL,
	"settings_by" text DEFAULT '' NOT NULL,
	"settings_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "fund_change" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"insutype" text NOT NULL,
	"medical_type" text NOT NULL,
	"out_flag" text NOT NULL,
	"settlements" integer DEFAULT 0 NOT NULL,
	"reversals" integer DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"fund_total" bigint DEFAULT 0 NOT NULL,
	"account" bigint DEFAULT 0 NOT NULL,
	"family_account" bigint DEFAULT 0 NOT NULL,
	"cash" bigint DEFAULT 0 NOT NULL,
	"pool_fund" bigint DEFAULT 0 NOT NULL,
	"civil_servant" bigint DEFAULT 0 NOT NULL,
	"enterprise" bigint DEFAULT 0 NOT NULL,
	"serious_illness" bigint DEFAULT 0 NOT NULL,
	"large_amount" bigint DEFAULT 0 NOT NULL,
	"medical_aid" bigint DEFAULT 0 NOT NULL,
	"other_fund" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fund_day" (
	"day" text NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"insutype" text NOT NULL,
	"medical_type" text NOT NULL,
	"out_flag" text NOT NULL,
	"settlements" integer DEFAULT 0 NOT NULL,
	"reversals" integer DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"fund_total" bigint DEFAULT 0 NOT NULL,
	"account" bigint DEFAULT 0 NOT NULL,
	"family_account" bigint DEFAULT 0 NOT NULL,
	"cash" bigint DEFAULT 0 NOT NULL,
	"pool_fund" bigint DEFAULT 0 NOT NULL,
	"civil_servant" bigint DEFAULT 0 NOT NULL,
	"enterprise" bigint DEFAULT 0 NOT NULL,
	"serious_illness" bigint DEFAULT 0 NOT NULL,
	"large_amount" bigint DEFAULT 0 NOT NULL,
	"medical_aid" bigint DEFAULT 0 NOT NULL,
	"other_fund" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "fund_day_day_store_id_area_code_insutype_medical_type_out_flag_pk" PRIMARY KEY("day","store_id","area_code","insutype","medical_type","out_flag")
);
--> statement-breakpoint
ALTER TABLE "area" ADD COLUMN "settings_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "area" ADD COLUMN "settings_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "area" ADD COLUMN "settings_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "settings_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "settings_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "settings_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "fund_day_store" ON "fund_day" USING btree ("store_id","day");--> statement-breakpoint
CREATE INDEX "operation_log_place" ON "operation_log" USING btree ((record->>'place'),"at") WHERE (record->>'place') is not null;