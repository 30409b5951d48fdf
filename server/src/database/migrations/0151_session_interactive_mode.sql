DROP INDEX "card_read_session";--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "interactive_mode" text;