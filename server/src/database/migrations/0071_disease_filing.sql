CREATE TABLE "disease_filing" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"personal" text NOT NULL,
	"psn_hash" text NOT NULL,
	"masked_name" text NOT NULL,
	"masked_cert_no" text NOT NULL,
	"insutype" text NOT NULL,
	"disease_code" text NOT NULL,
	"disease_name" text NOT NULL,
	"hospital_code" text NOT NULL,
	"hospital_name" text NOT NULL,
	"identified_on" text NOT NULL,
	"doctor_code" text NOT NULL,
	"doctor_name" text NOT NULL,
	"begin_day" text NOT NULL,
	"end_day" text DEFAULT '' NOT NULL,
	"serial" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"pending" text DEFAULT '' NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"busy_until" timestamp with time zone,
	"message" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"operator_name" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"uploaded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "disease_filing_store" ON "disease_filing" USING btree ("store_id","changed_at");--> statement-breakpoint
CREATE INDEX "disease_filing_person" ON "disease_filing" USING btree ("psn_hash");