ALTER TABLE "company" ADD COLUMN "older_keys" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "closed_at" timestamp with time zone;