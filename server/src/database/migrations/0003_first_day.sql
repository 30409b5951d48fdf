CREATE TABLE "store_setup" (
	"store_id" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"begun_by" text NOT NULL,
	"finished_at" timestamp with time zone,
	"steps" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "name" text DEFAULT '' NOT NULL;