CREATE TABLE "sold_goods" (
	"own_code" text DEFAULT '' NOT NULL,
	"national_code" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	CONSTRAINT "sold_goods_own_code_national_code_name_pk" PRIMARY KEY("own_code","national_code","name")
);
--> statement-breakpoint
DROP INDEX "approval_judge";--> statement-breakpoint
CREATE INDEX "filing_insutype" ON "filing" USING btree ("kind",("form" ->> 'insutype'),"changed_at","id","store_id") WHERE ("form" ->> 'insutype') is not null;--> statement-breakpoint
CREATE INDEX "filing_business" ON "filing" USING btree ("kind",("form" ->> 'businessType'),"changed_at","id","store_id") WHERE ("form" ->> 'businessType') is not null;--> statement-breakpoint
CREATE INDEX "message_must_read" ON "message" USING btree ("published_at") WHERE must_read and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "order_goods" ON "purchase_order" USING gin (jsonb_path_query_array(lines, '$[*].ownCode')) WHERE sale_mark <> '';--> statement-breakpoint
CREATE INDEX "approval_judge" ON "approval_request" USING btree ("judged_by_id","submitted_at","id","applicant_name");--> statement-breakpoint
-- What the orders had whose sales were written before: the job keeps it from now on.
INSERT INTO "sold_goods" SELECT DISTINCT coalesce(line->>'ownCode', ''), coalesce(line->>'nationalCode', ''), coalesce(line->>'name', '')
  FROM "purchase_order" CROSS JOIN LATERAL jsonb_array_elements(lines) AS line WHERE sale_mark <> '';
