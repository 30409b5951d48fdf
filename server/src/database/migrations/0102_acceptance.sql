CREATE TABLE "acceptance_run" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"operator_id" text NOT NULL,
	"operator_name" text NOT NULL,
	"masked_name" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"progress_id" text NOT NULL,
	"stop_on_error" boolean NOT NULL,
	"stopping" boolean DEFAULT false NOT NULL,
	"order_ids" text[] DEFAULT '{}' NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "acceptance_step" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"store_id" text NOT NULL,
	"place" integer NOT NULL,
	"infno" text NOT NULL,
	"state" text NOT NULL,
	"ms" integer,
	"msgid" text DEFAULT '' NOT NULL,
	"infcode" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"deviations" text[] DEFAULT '{}' NOT NULL,
	"request" text DEFAULT '' NOT NULL,
	"response" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "acceptance_run_store" ON "acceptance_run" USING btree ("store_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "acceptance_run_one" ON "acceptance_run" USING btree ("store_id") WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "acceptance_step_run" ON "acceptance_step" USING btree ("run_id","place");--> statement-breakpoint
CREATE INDEX "acceptance_step_store" ON "acceptance_step" USING btree ("store_id","infno","at");