DROP INDEX "item_bar";--> statement-breakpoint
DROP INDEX "item_initials";--> statement-breakpoint
ALTER TABLE "catalogue_item" DROP CONSTRAINT "catalogue_item_area_code_own_code_pk";--> statement-breakpoint
ALTER TABLE "catalogue_item" ADD COLUMN "company_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_item" ADD COLUMN "stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What an area sold belonged to every company with a store in it: each of them keeps it, from now on as its own.
INSERT INTO "catalogue_item" ("company_id", "area_code", "own_code", "bar_code", "national_code", "name", "spec", "dosage_form",
  "producer", "unit", "initials", "price", "list_type", "item_class", "self_pay_ratio", "price_cap", "fee_class", "prescription")
SELECT s."companyId", i."area_code", i."own_code", i."bar_code", i."national_code", i."name", i."spec", i."dosage_form",
  i."producer", i."unit", i."initials", i."price", i."list_type", i."item_class", i."self_pay_ratio", i."price_cap", i."fee_class", i."prescription"
FROM "catalogue_item" i JOIN (SELECT DISTINCT "companyId", "areaCode" FROM "store") s ON s."areaCode" = i."area_code";--> statement-breakpoint
DELETE FROM "catalogue_item" WHERE "company_id" = '';--> statement-breakpoint
ALTER TABLE "catalogue_item" ALTER COLUMN "company_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "catalogue_item" ADD CONSTRAINT "catalogue_item_company_id_area_code_own_code_pk" PRIMARY KEY("company_id","area_code","own_code");--> statement-breakpoint
CREATE INDEX "item_bar" ON "catalogue_item" USING btree ("company_id","area_code","bar_code");--> statement-breakpoint
CREATE INDEX "item_initials" ON "catalogue_item" USING btree ("company_id","area_code","initials");
