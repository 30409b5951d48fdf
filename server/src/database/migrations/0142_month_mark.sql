ALTER TABLE "recon_month" ADD COLUMN "handled_by" text;--> statement-breakpoint
ALTER TABLE "recon_month" ADD COLUMN "handled_note" text;--> statement-breakpoint
ALTER TABLE "recon_month" ADD COLUMN "handled_at" timestamp with time zone;