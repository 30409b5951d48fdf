CREATE TABLE "data_key" (
	"id" text PRIMARY KEY NOT NULL,
	"mark" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
