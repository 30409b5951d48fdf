CREATE TABLE "password_attempt" (
	"user_id" text NOT NULL,
	"place" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"right_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_attempt_user_id_place_pk" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
ALTER TABLE "saved_filter" ADD COLUMN "company_id" text;--> statement-breakpoint
CREATE INDEX "password_attempt_at" ON "password_attempt" USING btree ("at");
--> statement-breakpoint
UPDATE "saved_filter" SET "company_id" = (SELECT "company_id" FROM "user_account" WHERE "user_account"."id" = "saved_filter"."owner_id") WHERE "shared";