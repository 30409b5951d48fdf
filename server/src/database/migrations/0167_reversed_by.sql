ALTER TABLE "purchase_order" ADD COLUMN "reversed_by_id" text;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD COLUMN "reversed_by_name" text;