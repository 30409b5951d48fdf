ALTER TABLE "disease_filing" RENAME COLUMN "busy_until" TO "claimed_until";--> statement-breakpoint
ALTER TABLE "disease_filing" DROP COLUMN "step";