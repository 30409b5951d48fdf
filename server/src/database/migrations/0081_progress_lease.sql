ALTER TABLE "progress" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "progress_lease" ON "progress" USING btree ("lease_until") WHERE not "finished";