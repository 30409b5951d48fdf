CREATE TABLE "service_hit" (
	"day" text NOT NULL,
	"call" text NOT NULL,
	"company_id" text NOT NULL,
	"calls" integer NOT NULL,
	"cached" integer NOT NULL,
	"hits" integer NOT NULL,
	"errors" integer NOT NULL,
	"ms" bigint NOT NULL,
	"users" integer NOT NULL,
	CONSTRAINT "service_hit_day_call_company_id_pk" PRIMARY KEY("day","call","company_id")
);
--> statement-breakpoint
CREATE TABLE "service_user" (
	"day" text NOT NULL,
	"call" text NOT NULL,
	"user_id" text NOT NULL,
	"company_id" text NOT NULL,
	CONSTRAINT "service_user_day_call_user_id_pk" PRIMARY KEY("day","call","user_id")
);
--> statement-breakpoint
CREATE TABLE "migration_run" (
	"hash" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"ms" integer NOT NULL,
	"executor" text NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sql_run" (
	"id" text PRIMARY KEY NOT NULL,
	"script_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ms" integer,
	"rows" integer,
	"executor" text NOT NULL,
	"authoriser" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sql_script" (
	"id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"name" text NOT NULL,
	"module" text NOT NULL,
	"signed" jsonb NOT NULL,
	"checksum" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"uploaded_by" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "service_hit_call" ON "service_hit" USING btree ("call","day");--> statement-breakpoint
CREATE INDEX "service_user_call" ON "service_user" USING btree ("call","day");--> statement-breakpoint
CREATE INDEX "sql_run_script" ON "sql_run" USING btree ("script_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sql_run_running" ON "sql_run" USING btree ("state") WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "sql_script_version" ON "sql_script" USING btree ("version","name");