CREATE TABLE "sweeping_clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"known_at" timestamp with time zone NOT NULL,
	"doubted_from" timestamp with time zone,
	"doubted_at" timestamp with time zone
);
