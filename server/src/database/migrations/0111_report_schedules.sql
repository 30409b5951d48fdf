CREATE TABLE "report_delivery" (
	"run_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"rows" integer,
	"reason" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone,
	CONSTRAINT "report_delivery_run_id_user_id_pk" PRIMARY KEY("run_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "report_run" (
	"id" text PRIMARY KEY NOT NULL,
	"definition_id" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"from_day" text NOT NULL,
	"to_day" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "report_schedule" (
	"definition_id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"is_on" boolean NOT NULL,
	"rhythm" jsonb NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"planner_id" text NOT NULL,
	"planner" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "link" jsonb;--> statement-breakpoint
ALTER TABLE "export_job" ADD COLUMN "area_code" text;--> statement-breakpoint
CREATE UNIQUE INDEX "report_run_due" ON "report_run" USING btree ("definition_id","due_at");--> statement-breakpoint
CREATE INDEX "report_run_open" ON "report_run" USING btree ("next_attempt_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "report_run_at" ON "report_run" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "report_schedule_due" ON "report_schedule" USING btree ("next_at") WHERE is_on;