CREATE TABLE "report_definition" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"area_code" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"version" integer NOT NULL,
	"published" integer,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"modifier" text NOT NULL,
	"modified_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_version" (
	"definition_id" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"what" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"published_by" text,
	"published_at" timestamp with time zone,
	CONSTRAINT "report_version_definition_id_version_pk" PRIMARY KEY("definition_id","version")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "report_definition_code" ON "report_definition" USING btree ("area_code","code");
--> statement-breakpoint
-- Reports are published for roles: the product's own read-only one opens their page as it does in a new database.
UPDATE "menu_role" SET "menus" = "menus" || '["ReportManager"]'::jsonb,
  "buttons" = "buttons" || '[{"menuCode":"ReportManager","buttonCode":"query"}]'::jsonb
WHERE "kind" = 'system' AND "code" = 'viewer' AND NOT "menus" @> '["ReportManager"]'::jsonb;
