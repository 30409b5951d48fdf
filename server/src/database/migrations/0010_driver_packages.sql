CREATE TABLE "driver_file" (
	"sha256" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "driver_package" (
	"id" text PRIMARY KEY NOT NULL,
	"driver_id" text NOT NULL,
	"version" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"vendor" text DEFAULT '' NOT NULL,
	"area_code" text DEFAULT '' NOT NULL,
	"about" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"former_id" text,
	"uploaded_by" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "driver_package_version" ON "driver_package" USING btree ("driver_id","version","area_code");--> statement-breakpoint
CREATE UNIQUE INDEX "driver_package_enabled" ON "driver_package" USING btree ("driver_id","area_code") WHERE state = 'enabled';--> statement-breakpoint
CREATE INDEX "driver_package_state" ON "driver_package" USING btree ("state");