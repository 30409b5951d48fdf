CREATE TABLE "dictionary_area_item" (
	"area_code" text NOT NULL,
	"source" text NOT NULL,
	"code_type" text NOT NULL,
	"code" text NOT NULL,
	"label" text,
	"parent" text,
	"sort" integer,
	"enabled" boolean,
	"is_default" boolean,
	"valid_from" text,
	"valid_to" text,
	"version" text,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dictionary_area_item_area_code_source_code_type_code_pk" PRIMARY KEY("area_code","source","code_type","code")
);
--> statement-breakpoint
CREATE TABLE "dropdown_history" (
	"id" text PRIMARY KEY NOT NULL,
	"area_code" text NOT NULL,
	"name" text NOT NULL,
	"revision" integer NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dynamic_dropdown" (
	"area_code" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"items" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dynamic_dropdown_area_code_name_pk" PRIMARY KEY("area_code","name")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"type" text NOT NULL,
	"level" text NOT NULL,
	"scope" text NOT NULL,
	"areas" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stores" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"must_read" boolean DEFAULT false NOT NULL,
	"publisher_id" text,
	"publisher_name" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_to" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "message_reader" (
	"message_id" text NOT NULL,
	"user_id" text NOT NULL,
	"read_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "message_reader_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "hint_message" (
	"id" text PRIMARY KEY NOT NULL,
	"area_code" text,
	"infno" text,
	"pattern" text NOT NULL,
	"tips" text NOT NULL,
	"guide" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_filter" (
	"id" text PRIMARY KEY NOT NULL,
	"table_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"owner_name" text NOT NULL,
	"area_code" text,
	"name" text NOT NULL,
	"filters" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ui_table" (
	"owner" text NOT NULL,
	"table_id" text NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ui_table_owner_table_id_pk" PRIMARY KEY("owner","table_id")
);
--> statement-breakpoint
CREATE TABLE "export_job" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"call" text NOT NULL,
	"title" text NOT NULL,
	"columns" jsonb NOT NULL,
	"question" text NOT NULL,
	"state" text DEFAULT 'ready' NOT NULL,
	"rows" integer NOT NULL,
	"progress_id" text NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "import_job" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"import_type" text NOT NULL,
	"area_code" text NOT NULL,
	"state" text DEFAULT 'checked' NOT NULL,
	"good" text NOT NULL,
	"bad" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"progress_id" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "operation_log_at";--> statement-breakpoint
ALTER TABLE "operation_log" ADD COLUMN "target" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "operation_log" ADD COLUMN "client" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "dropdown_history_list" ON "dropdown_history" USING btree ("area_code","name","at");--> statement-breakpoint
CREATE UNIQUE INDEX "message_key" ON "message" USING btree ("key");--> statement-breakpoint
CREATE INDEX "message_published" ON "message" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "message_publisher" ON "message" USING btree ("publisher_id","published_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filter_name" ON "saved_filter" USING btree ("table_id","owner_id","name");--> statement-breakpoint
CREATE INDEX "saved_filter_area" ON "saved_filter" USING btree ("table_id","area_code");--> statement-breakpoint
CREATE INDEX "export_job_user" ON "export_job" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "import_job_user" ON "import_job" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "operation_log_newest" ON "operation_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "operation_log_area" ON "operation_log" USING btree ("area_code","at","id");--> statement-breakpoint
CREATE INDEX "operation_log_store" ON "operation_log" USING btree ("store_id","at","id");