CREATE TABLE "audit_block" (
	"id" text PRIMARY KEY NOT NULL,
	"area_code" text NOT NULL,
	"store_id" text NOT NULL,
	"day" text NOT NULL,
	"psn_hash" text NOT NULL,
	"masked_name" text DEFAULT '' NOT NULL,
	"operator_id" text NOT NULL,
	"operator_name" text NOT NULL,
	"rule_id" text NOT NULL,
	"rule" text NOT NULL,
	"rule_name" text NOT NULL,
	"kind" text NOT NULL,
	"own_code" text NOT NULL,
	"national_code" text DEFAULT '' NOT NULL,
	"drug" text DEFAULT '' NOT NULL,
	"quantity" text DEFAULT '' NOT NULL,
	"amount" bigint NOT NULL,
	"message" text NOT NULL,
	"basket" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in" ADD COLUMN "ended" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in" ADD COLUMN "said" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_block_one" ON "audit_block" USING btree ("store_id","day","psn_hash","operator_id","rule_id","own_code");--> statement-breakpoint
CREATE INDEX "audit_block_store" ON "audit_block" USING btree ("store_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_block_area" ON "audit_block" USING btree ("area_code","at","id");--> statement-breakpoint
CREATE INDEX "audit_block_at" ON "audit_block" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_block_rule" ON "audit_block" USING btree ("rule_id","store_id","times");--> statement-breakpoint
-- What the database knows of how a sign-in ended: another one began in the same moment. Of the others it knows the time.
UPDATE "sign_in" s SET "ended" = 'again' WHERE EXISTS (SELECT 1 FROM "sign_in" n WHERE n."store_id" = s."store_id"
  AND n."operator_no" = s."operator_no" AND n."signed_in_at" = s."signed_out_at" AND n."id" <> s."id");
--> statement-breakpoint
-- Administrators take the sign-ins of their stores out as they do in a new database.
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"Attendance","buttonCode":"export"}]'::jsonb
WHERE "kind" = 'system' AND "code" = 'area'
  AND NOT "buttons" @> '[{"menuCode":"Attendance","buttonCode":"export"}]'::jsonb;
