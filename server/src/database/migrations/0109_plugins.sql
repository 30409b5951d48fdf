CREATE TABLE "plugin_area" (
	"code" text NOT NULL,
	"area_code" text NOT NULL,
	CONSTRAINT "plugin_area_code_area_code_pk" PRIMARY KEY("code","area_code")
);
--> statement-breakpoint
CREATE TABLE "plugin_day" (
	"day" text NOT NULL,
	"plugin" text NOT NULL,
	"service" text NOT NULL,
	"calls" integer NOT NULL,
	"errors" integer NOT NULL,
	CONSTRAINT "plugin_day_day_plugin_service_pk" PRIMARY KEY("day","plugin","service")
);
--> statement-breakpoint
CREATE TABLE "plugin_force" (
	"area_code" text NOT NULL,
	"infno" text NOT NULL,
	"part" text NOT NULL,
	"plugin" text NOT NULL,
	"service" text NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "plugin_force_area_code_infno_part_pk" PRIMARY KEY("area_code","infno","part")
);
--> statement-breakpoint
CREATE TABLE "plugin_log" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"plugin" text NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"move" text DEFAULT '' NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"service" text DEFAULT '' NOT NULL,
	"area_code" text DEFAULT '' NOT NULL,
	"infno" text DEFAULT '' NOT NULL,
	"node" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plugin_node" (
	"node" text NOT NULL,
	"plugin" text NOT NULL,
	"version" text NOT NULL,
	"calls" integer NOT NULL,
	"errors" integer NOT NULL,
	"ms" bigint NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"last_error_at" timestamp with time zone,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plugin_node_node_plugin_pk" PRIMARY KEY("node","plugin")
);
--> statement-breakpoint
CREATE TABLE "plugin_package" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"version" text NOT NULL,
	"rank" bigint NOT NULL,
	"name" text NOT NULL,
	"min_server" text NOT NULL,
	"areas" jsonb NOT NULL,
	"changes" text DEFAULT '' NOT NULL,
	"services" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"content" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"signers" jsonb NOT NULL,
	"state" text DEFAULT 'uploaded' NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"former_id" text,
	"uploaded_by" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"installed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "plugin_service" (
	"plugin" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"plugin_name" text NOT NULL,
	"version" text NOT NULL,
	"infno" text NOT NULL,
	"declared" jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"timeout_ms" integer,
	"areas" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "plugin_service_plugin_code_pk" PRIMARY KEY("plugin","code")
);
--> statement-breakpoint
ALTER TABLE "area" ADD COLUMN "plugin_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "plugin_area_area" ON "plugin_area" USING btree ("area_code");--> statement-breakpoint
CREATE INDEX "plugin_force_plugin" ON "plugin_force" USING btree ("plugin");--> statement-breakpoint
CREATE INDEX "plugin_log_plugin" ON "plugin_log" USING btree ("plugin","at");--> statement-breakpoint
CREATE UNIQUE INDEX "plugin_package_version" ON "plugin_package" USING btree ("code","version");--> statement-breakpoint
CREATE UNIQUE INDEX "plugin_package_enabled" ON "plugin_package" USING btree ("code") WHERE state = 'enabled';