ALTER TABLE "liquidation" ADD COLUMN "next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "liquidation" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;