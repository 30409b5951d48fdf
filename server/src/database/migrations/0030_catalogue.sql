CREATE TABLE "catalogue_entry" (
	"area_code" text NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"spec" text NOT NULL,
	"dosage_form" text NOT NULL,
	"unit" text NOT NULL,
	"pack" text NOT NULL,
	"producer" text NOT NULL,
	"aprvno" text NOT NULL,
	"list_type" text NOT NULL,
	"level" text NOT NULL,
	"limited" boolean NOT NULL,
	"limit_text" text NOT NULL,
	"negotiated" boolean NOT NULL,
	"otc" text NOT NULL,
	"category" text NOT NULL,
	"parent" text NOT NULL,
	"begin_day" text NOT NULL,
	"end_day" text NOT NULL,
	"valid" boolean NOT NULL,
	"version" text NOT NULL,
	"source" text NOT NULL,
	"initials" text NOT NULL,
	"grams" bigint[] NOT NULL,
	"line" text NOT NULL,
	CONSTRAINT "catalogue_entry_area_code_kind_code_pk" PRIMARY KEY("area_code","kind","code")
);
--> statement-breakpoint
CREATE TABLE "catalogue_source" (
	"area_code" text NOT NULL,
	"kind" text NOT NULL,
	"version" text DEFAULT '0' NOT NULL,
	"state" text DEFAULT 'idle' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone,
	"file_no" text DEFAULT '' NOT NULL,
	"file_rows" integer DEFAULT 0 NOT NULL,
	"file_done" integer DEFAULT 0 NOT NULL,
	"next_version" text DEFAULT '0' NOT NULL,
	"rows_left" integer,
	"progress_id" text,
	"user_id" text,
	"runner" text,
	"lease_until" timestamp with time zone,
	CONSTRAINT "catalogue_source_area_code_kind_pk" PRIMARY KEY("area_code","kind")
);
--> statement-breakpoint
CREATE TABLE "catalogue_term" (
	"area_code" text NOT NULL,
	"infno" text NOT NULL,
	"rid" text NOT NULL,
	"code" text NOT NULL,
	"begin_day" text NOT NULL,
	"end_day" text NOT NULL,
	"valid" boolean NOT NULL,
	"changed_at" text NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "catalogue_term_area_code_infno_rid_pk" PRIMARY KEY("area_code","infno","rid")
);
--> statement-breakpoint
CREATE TABLE "item_mapping" (
	"store_id" text NOT NULL,
	"own_code" text NOT NULL,
	"national_code" text NOT NULL,
	"list_type" text NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone,
	CONSTRAINT "item_mapping_store_id_own_code_pk" PRIMARY KEY("store_id","own_code")
);
--> statement-breakpoint
CREATE TABLE "menu_diff" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"own_code" text NOT NULL,
	"type" text NOT NULL,
	"national_code" text NOT NULL,
	"candidates" jsonb NOT NULL,
	"entry" jsonb,
	"cap" text,
	"similarity" integer NOT NULL,
	"note" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"handled_by" text DEFAULT '' NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "menu_diff_run" (
	"store_id" text PRIMARY KEY NOT NULL,
	"items" integer NOT NULL,
	"mapped" integer NOT NULL,
	"unmapped" integer NOT NULL,
	"mappable" integer NOT NULL,
	"invalid" integer NOT NULL,
	"differing" integer NOT NULL,
	"over_cap" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "catalogue_entry_code" ON "catalogue_entry" USING btree ("area_code","code");--> statement-breakpoint
CREATE INDEX "catalogue_entry_initials" ON "catalogue_entry" USING btree ("area_code","initials");--> statement-breakpoint
CREATE INDEX "catalogue_entry_grams" ON "catalogue_entry" USING gin ("grams");--> statement-breakpoint
CREATE INDEX "catalogue_term_code" ON "catalogue_term" USING btree ("area_code","infno","code");--> statement-breakpoint
CREATE INDEX "item_mapping_state" ON "item_mapping" USING btree ("store_id","state");--> statement-breakpoint
CREATE INDEX "menu_diff_store" ON "menu_diff" USING btree ("store_id","type");--> statement-breakpoint
CREATE INDEX "menu_diff_item" ON "menu_diff" USING btree ("store_id","own_code");--> statement-breakpoint
-- Shops that settle already have told their centre of their items: what they are billed by is what it knows.
INSERT INTO "item_mapping" ("store_id", "own_code", "national_code", "list_type", "state")
SELECT s."id", i."own_code", i."national_code", i."list_type", 'sent'
FROM "store" s JOIN "catalogue_item" i ON i."area_code" = s."areaCode" WHERE i."national_code" <> '';
