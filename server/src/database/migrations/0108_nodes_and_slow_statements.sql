CREATE TABLE "node_sample" (
	"name" text NOT NULL,
	"span" smallint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"node_id" text NOT NULL,
	"ms" integer NOT NULL,
	"cpu_ms" integer NOT NULL,
	"rss" bigint NOT NULL,
	"heap" bigint NOT NULL,
	"lag" real NOT NULL,
	"requests" integer NOT NULL,
	"active" integer NOT NULL,
	"queue" integer NOT NULL,
	"db_used" integer NOT NULL,
	"db_max" integer NOT NULL,
	"waits" jsonb NOT NULL,
	CONSTRAINT "node_sample_name_span_at_node_id_pk" PRIMARY KEY("name","span","at","node_id")
);
--> statement-breakpoint
CREATE TABLE "server_node" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"role" text NOT NULL,
	"version" text NOT NULL,
	"restartable" boolean NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"heartbeat_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"wanted" text DEFAULT 'serving' NOT NULL,
	"wanted_at" timestamp with time zone,
	"wanted_by" text,
	"reason" text,
	"latest" jsonb
);
--> statement-breakpoint
CREATE TABLE "slow_setting" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"threshold_ms" integer NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "slow_setting_one" CHECK ("slow_setting"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "slow_statement" (
	"day" date NOT NULL,
	"digest" text NOT NULL,
	"node" text NOT NULL,
	"caller" text NOT NULL,
	"count" integer NOT NULL,
	"total_ms" bigint NOT NULL,
	"max_ms" integer NOT NULL,
	"rows" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "slow_statement_day_digest_node_caller_pk" PRIMARY KEY("day","digest","node","caller")
);
--> statement-breakpoint
CREATE TABLE "slow_text" (
	"digest" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"tables" text[] NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "node_sample_at" ON "node_sample" USING btree ("span","at");--> statement-breakpoint
CREATE INDEX "slow_statement_digest" ON "slow_statement" USING btree ("digest","day");