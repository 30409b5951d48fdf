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
CREATE INDEX "filing_person" ON "filing" USING btree ("psn_hash","kind");--> statement-breakpoint
CREATE INDEX "filing_end" ON "filing" USING btree ("kind","end_day","store_id") WHERE state = 'uploaded' and end_day <> '';
--> statement-breakpoint
INSERT INTO "filing" SELECT "id", 'disease', "store_id", "personal", "psn_hash", "masked_name", "masked_cert_no",
	jsonb_strip_nulls(jsonb_build_object('insutype', "insutype", 'diseaseCode', "disease_code", 'diseaseName', "disease_name",
		'hospitalCode', "hospital_code", 'hospitalName', "hospital_name", 'identifiedOn', "identified_on",
		'doctorCode', "doctor_code", 'doctorName', "doctor_name", 'beginDay', "begin_day", 'endDay', nullif("end_day", ''))),
	"disease_code", "disease_name", "begin_day", "end_day", "serial", "state", "pending", "claimed_until", "message",
	"reason", "operator_name", "changed_at", "uploaded_at" FROM "disease_filing";
--> statement-breakpoint
DROP TABLE "disease_filing" CASCADE;
--> statement-breakpoint
-- What the product's own roles have in a new database and get here: clerks file for their customers, administrators export.
UPDATE "menu_role" SET "menus" = "menus" || '["SpecialDiseaseMenu"]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer') AND NOT "menus" @> '["SpecialDiseaseMenu"]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "menus" = "menus" || '["PersonnelFixedFilling"]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer') AND NOT "menus" @> '["PersonnelFixedFilling"]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "menus" = "menus" || '["SpecialMedicalMenu"]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer') AND NOT "menus" @> '["SpecialMedicalMenu"]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"query"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer') AND NOT "buttons" @> '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"query"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"add"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk') AND NOT "buttons" @> '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"add"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"edit"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk') AND NOT "buttons" @> '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"edit"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"upload"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk') AND NOT "buttons" @> '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"upload"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"remove"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk') AND NOT "buttons" @> '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"remove"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"export"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('area') AND NOT "buttons" @> '[{"menuCode":"SpecialDiseaseMenu","buttonCode":"export"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"PersonnelFixedFilling","buttonCode":"query"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer') AND NOT "buttons" @> '[{"menuCode":"PersonnelFixedFilling","buttonCode":"query"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"PersonnelFixedFilling","buttonCode":"add"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk') AND NOT "buttons" @> '[{"menuCode":"PersonnelFixedFilling","buttonCode":"add"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"PersonnelFixedFilling","buttonCode":"upload"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk') AND NOT "buttons" @> '[{"menuCode":"PersonnelFixedFilling","buttonCode":"upload"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"PersonnelFixedFilling","buttonCode":"remove"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk') AND NOT "buttons" @> '[{"menuCode":"PersonnelFixedFilling","buttonCode":"remove"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"PersonnelFixedFilling","buttonCode":"export"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('area') AND NOT "buttons" @> '[{"menuCode":"PersonnelFixedFilling","buttonCode":"export"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialMedicalMenu","buttonCode":"query"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer') AND NOT "buttons" @> '[{"menuCode":"SpecialMedicalMenu","buttonCode":"query"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialMedicalMenu","buttonCode":"add"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk') AND NOT "buttons" @> '[{"menuCode":"SpecialMedicalMenu","buttonCode":"add"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialMedicalMenu","buttonCode":"upload"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk') AND NOT "buttons" @> '[{"menuCode":"SpecialMedicalMenu","buttonCode":"upload"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialMedicalMenu","buttonCode":"remove"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk') AND NOT "buttons" @> '[{"menuCode":"SpecialMedicalMenu","buttonCode":"remove"}]'::jsonb;
--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"SpecialMedicalMenu","buttonCode":"export"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('area') AND NOT "buttons" @> '[{"menuCode":"SpecialMedicalMenu","buttonCode":"export"}]'::jsonb;
