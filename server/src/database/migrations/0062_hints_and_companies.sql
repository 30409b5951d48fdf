CREATE TABLE "hint_document" (
	"hint_id" text PRIMARY KEY NOT NULL,
	"grams" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_index" (
	"name" text PRIMARY KEY NOT NULL,
	"built_at" timestamp with time zone,
	"ms" integer,
	"node" text DEFAULT '' NOT NULL,
	"progress_id" text,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "hint_document_grams" ON "hint_document" USING gin ("grams");--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "former_hash" text;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "former_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "key_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "short_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "contact" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "erp_type" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "licence_until" text;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "areas" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "admin_user_id" text;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "created_at" timestamp with time zone;--> statement-breakpoint
UPDATE "company" SET "areas" = coalesce((SELECT jsonb_agg(DISTINCT "areaCode" ORDER BY "areaCode") FROM "store" WHERE "store"."companyId" = "company"."id"), '[]'::jsonb);
