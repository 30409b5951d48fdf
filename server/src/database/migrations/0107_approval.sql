CREATE TABLE "approval_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"move" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approval_request" (
	"id" text PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"input" text NOT NULL,
	"title" text NOT NULL,
	"reason" text NOT NULL,
	"facts" jsonb NOT NULL,
	"subject" jsonb NOT NULL,
	"area_code" text NOT NULL,
	"store_id" text NOT NULL,
	"money" bigint,
	"applicant_id" text NOT NULL,
	"applicant_name" text NOT NULL,
	"applicant_area" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"assignee_id" text,
	"assignee_name" text,
	"judged_by_id" text,
	"judged_by_name" text,
	"judged_at" timestamp with time zone,
	"opinion" text,
	"outcome" text,
	"ended_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"authorization_id" text,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "users" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "approval_event_request" ON "approval_event" USING btree ("request_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "approval_open" ON "approval_request" USING btree ("kind","target") WHERE state in ('waiting','approved');--> statement-breakpoint
CREATE INDEX "approval_waiting" ON "approval_request" USING btree ("store_id","submitted_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approval_expiry" ON "approval_request" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approval_due" ON "approval_request" USING btree ("next_attempt_at") WHERE state = 'approved';--> statement-breakpoint
CREATE INDEX "approval_applicant" ON "approval_request" USING btree ("applicant_id","submitted_at");--> statement-breakpoint
CREATE INDEX "approval_judge" ON "approval_request" USING btree ("judged_by_id","submitted_at");--> statement-breakpoint
CREATE INDEX "message_standing" ON "message" USING btree ("valid_to") WHERE withdrawn_at is null;--> statement-breakpoint
-- Who asks may read what became of it (domain.md 8.12): the product's own roles get what they have in a new database.
UPDATE "menu_role" SET "menus" = "menus" || '["Approval"]'::jsonb,
  "buttons" = "buttons" || '[{"menuCode":"Approval","buttonCode":"query"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer', 'pharmacist') AND NOT "menus" @> '["Approval"]'::jsonb;
