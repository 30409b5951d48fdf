CREATE TABLE "database_era" (
	"life" text PRIMARY KEY NOT NULL,
	"began_at" timestamp with time zone NOT NULL
);
