CREATE TABLE "centre_call_store" (
	"area_code" text NOT NULL,
	"fixmedins_code" text NOT NULL,
	"day" date NOT NULL,
	"infno" text NOT NULL,
	"ended" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "centre_call_store_area_code_day_fixmedins_code_infno_ended_pk" PRIMARY KEY("area_code","day","fixmedins_code","infno","ended")
);
--> statement-breakpoint
CREATE INDEX "centre_call_store_day" ON "centre_call_store" USING btree ("day");