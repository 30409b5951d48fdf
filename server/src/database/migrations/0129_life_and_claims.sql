CREATE TABLE "database_era" (
	"life" text PRIMARY KEY NOT NULL,
	"began_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "liquidation" ADD COLUMN "next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "liquidation" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;