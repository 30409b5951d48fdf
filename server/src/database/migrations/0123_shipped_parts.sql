CREATE TABLE "shipped_part" (
	"name" text PRIMARY KEY NOT NULL,
	"mark" text NOT NULL,
	"ids" text[] DEFAULT '{}' NOT NULL,
	"at" timestamp with time zone NOT NULL
);
