ALTER TABLE "progress" ADD COLUMN "run" jsonb;--> statement-breakpoint
ALTER TABLE "progress" ADD COLUMN "unseen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "progress_unseen" ON "progress" USING btree ("at") WHERE "unseen";