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
