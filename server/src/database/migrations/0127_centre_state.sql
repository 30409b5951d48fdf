CREATE TABLE "centre_state" (
	"area_code" text PRIMARY KEY NOT NULL,
	"answered_at" timestamp with time zone,
	"silent_since" timestamp with time zone,
	"ms" integer,
	"asked_at" timestamp with time zone
);
