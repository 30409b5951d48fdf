CREATE TABLE "common_disease" (
	"area_code" text NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "common_disease_area_code_kind_code_pk" PRIMARY KEY("area_code","kind","code")
);
--> statement-breakpoint
CREATE TABLE "centre_call" (
	"area_code" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"infno" text NOT NULL,
	"ended" text NOT NULL,
	"ms" integer NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "centre_call_area_code_at_infno_ended_ms_pk" PRIMARY KEY("area_code","at","infno","ended","ms")
);
--> statement-breakpoint
CREATE TABLE "centre_fault" (
	"area_code" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"infno" text NOT NULL,
	"text" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "centre_fault_area_code_at_infno_text_pk" PRIMARY KEY("area_code","at","infno","text")
);
--> statement-breakpoint
CREATE INDEX "centre_call_at" ON "centre_call" USING btree ("at");--> statement-breakpoint
CREATE INDEX "centre_fault_at" ON "centre_fault" USING btree ("at");--> statement-breakpoint
CREATE INDEX "recon_difference_day" ON "recon_difference" USING btree ("day","store_id");