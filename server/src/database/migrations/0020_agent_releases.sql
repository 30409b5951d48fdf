CREATE TABLE "agent_command" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"ok" boolean,
	"text" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_release" (
	"id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"channel" text NOT NULL,
	"rank" bigint NOT NULL,
	"min_version" text NOT NULL,
	"signed" jsonb NOT NULL,
	"signers" jsonb NOT NULL,
	"files" integer NOT NULL,
	"size" bigint NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"scope" text DEFAULT 'stores' NOT NULL,
	"areas" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stores" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"forced" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "agent_release_piece" (
	"sha256" text NOT NULL,
	"no" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "agent_release_piece_sha256_no_pk" PRIMARY KEY("sha256","no")
);
--> statement-breakpoint
CREATE INDEX "agent_command_agent" ON "agent_command" USING btree ("agent_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "agent_release_version" ON "agent_release" USING btree ("version","channel");