CREATE TABLE "filing" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"store_id" text NOT NULL,
	"personal" text NOT NULL,
	"psn_hash" text NOT NULL,
	"masked_name" text NOT NULL,
	"masked_cert_no" text NOT NULL,
	"form" jsonb NOT NULL,
	"subject_code" text NOT NULL,
	"subject_name" text NOT NULL,
	"begin_day" text NOT NULL,
	"end_day" text DEFAULT '' NOT NULL,
	"serial" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"pending" text DEFAULT '' NOT NULL,
	"claimed_until" timestamp with time zone,
	"message" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"operator_name" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"uploaded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "filing_store" ON "filing" USING btree ("kind","store_id","changed_at");--> statement-breakpoint
CREATE INDEX "filing_changed" ON "filing" USING btree ("kind","changed_at");--> statement-breakpoint
CREATE INDEX "filing_person" ON "filing" USING btree ("psn_hash","kind");
--> statement-breakpoint
INSERT INTO "filing" SELECT "id", 'disease', "store_id", "personal", "psn_hash", "masked_name", "masked_cert_no",
	jsonb_strip_nulls(jsonb_build_object('insutype', "insutype", 'diseaseCode', "disease_code", 'diseaseName', "disease_name",
		'hospitalCode', "hospital_code", 'hospitalName', "hospital_name", 'identifiedOn', "identified_on",
		'doctorCode', "doctor_code", 'doctorName', "doctor_name", 'beginDay', "begin_day", 'endDay', nullif("end_day", ''))),
	"disease_code", "disease_name", "begin_day", "end_day", "serial", "state", "pending", "claimed_until", "message",
	"reason", "operator_name", "changed_at", "uploaded_at" FROM "disease_filing";
--> statement-breakpoint
DROP TABLE "disease_filing" CASCADE;
