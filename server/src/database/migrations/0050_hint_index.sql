CREATE TABLE "hint_document" (
	"hint_id" text PRIMARY KEY NOT NULL,
	"grams" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_index" (
	"name" text PRIMARY KEY NOT NULL,
	"built_at" timestamp with time zone,
	"ms" integer,
	"node" text DEFAULT '' NOT NULL,
	"progress_id" text,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "hint_document_grams" ON "hint_document" USING gin ("grams");