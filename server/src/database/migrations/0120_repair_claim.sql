CREATE TABLE "recon_repair" (
	"id" text PRIMARY KEY NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL
);
