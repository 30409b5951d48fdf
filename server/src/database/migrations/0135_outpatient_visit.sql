CREATE TABLE "outpatient_visit" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"store_id" text NOT NULL,
	"otp_no" text NOT NULL,
	"mdtrt_id" text,
	"person" text NOT NULL,
	"psn_hash" text NOT NULL,
	"insutype" text NOT NULL,
	"medical_type" text NOT NULL,
	"described" text DEFAULT '' NOT NULL,
	"batches" integer DEFAULT 0 NOT NULL,
	"batch" text DEFAULT '' NOT NULL,
	"pending" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Orders first, as every settlement locks them: then what was sent for them.
ALTER TABLE "purchase_order" ADD COLUMN "visit_id" text;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD COLUMN "visit_batch" text;--> statement-breakpoint
DROP INDEX "intent_setl";--> statement-breakpoint
DROP INDEX "intent_erp";--> statement-breakpoint
DROP INDEX "intent_twin";--> statement-breakpoint
CREATE UNIQUE INDEX "visit_otp" ON "outpatient_visit" USING btree ("store_id","otp_no");--> statement-breakpoint
CREATE INDEX "visit_order" ON "outpatient_visit" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "visit_mdtrt" ON "outpatient_visit" USING btree ("mdtrt_id");--> statement-breakpoint
CREATE INDEX "visit_open" ON "outpatient_visit" USING btree ("created_at") WHERE state in ('registering','open');--> statement-breakpoint
CREATE INDEX "visit_left" ON "outpatient_visit" USING btree ("store_id","next_at") WHERE state = 'left';--> statement-breakpoint
CREATE UNIQUE INDEX "intent_setl" ON "settlement_intent" USING btree ("area_code","setl_id") WHERE infno in ('2102','2207');--> statement-breakpoint
CREATE UNIQUE INDEX "intent_erp" ON "settlement_intent" USING btree ("company_id","store_id","erp_bill") WHERE infno in ('2102','2207') and outcome not in ('refused','undone','reversed');--> statement-breakpoint
CREATE UNIQUE INDEX "intent_twin" ON "settlement_intent" USING btree ("area_code","basket_mark") WHERE infno in ('2102','2207') and outcome in ('open','unknown');