ALTER TABLE "filing" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "sent_at" timestamp with time zone;