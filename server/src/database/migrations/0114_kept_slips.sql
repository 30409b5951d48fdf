ALTER TABLE "slip" ALTER COLUMN "pdf" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "slip_kept" ON "slip" USING btree ("made_at") WHERE pdf is not null;