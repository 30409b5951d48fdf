CREATE TABLE "department" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"head" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"services" text DEFAULT '' NOT NULL,
	"memo" text DEFAULT '' NOT NULL,
	"established_on" text DEFAULT '' NOT NULL,
	"begin_day" text DEFAULT '' NOT NULL,
	"end_day" text DEFAULT '' NOT NULL,
	"pharmacists" integer DEFAULT 0 NOT NULL,
	"doctors" integer DEFAULT 0 NOT NULL,
	"nurses" integer DEFAULT 0 NOT NULL,
	"technicians" integer DEFAULT 0 NOT NULL,
	"beds" integer DEFAULT 0 NOT NULL,
	"insured_beds" integer DEFAULT 0 NOT NULL,
	"known" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"uploaded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "doctor" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"name" text NOT NULL,
	"sex" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"cert_type" text DEFAULT '' NOT NULL,
	"cert_sealed" text DEFAULT '' NOT NULL,
	"cert_mask" text DEFAULT '' NOT NULL,
	"certificate_no" text DEFAULT '' NOT NULL,
	"practice_no" text DEFAULT '' NOT NULL,
	"valid_from" text DEFAULT '' NOT NULL,
	"valid_to" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"stopped" text DEFAULT '' NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "practitioner" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"own_no" text DEFAULT '' NOT NULL,
	"cert_type" text DEFAULT '' NOT NULL,
	"cert_sealed" text DEFAULT '' NOT NULL,
	"cert_mask" text DEFAULT '' NOT NULL,
	"certificate_no" text DEFAULT '' NOT NULL,
	"practice_no" text DEFAULT '' NOT NULL,
	"insured" boolean NOT NULL,
	"begin_at" text DEFAULT '' NOT NULL,
	"end_at" text DEFAULT '' NOT NULL,
	"change_reason" text DEFAULT '' NOT NULL,
	"listed" boolean NOT NULL,
	"synced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "department_code" ON "department" USING btree ("store_id","code");--> statement-breakpoint
CREATE INDEX "doctor_store" ON "doctor" USING btree ("store_id","category");--> statement-breakpoint
CREATE UNIQUE INDEX "doctor_code" ON "doctor" USING btree ("store_id","code") WHERE "code" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "practitioner_code" ON "practitioner" USING btree ("store_id","code");