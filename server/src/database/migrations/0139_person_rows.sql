ALTER TABLE "stock_message" ADD COLUMN "not_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sale_piece_person" ON "sale_piece" USING btree ("store_id","sold_at") WHERE (state = 'unknown' and next_at is null or state = 'waiting' and (next_at is null or message like '缺%'));--> statement-breakpoint
CREATE INDEX "stock_message_person" ON "stock_message" USING btree ("store_id","written_at") WHERE (state = 'unknown' and next_at is null or state = 'waiting' and (next_at is null or message like '缺%'));--> statement-breakpoint
CREATE INDEX "stock_message_person_area" ON "stock_message" USING btree ("area_code","happened_on","id") WHERE (state = 'unknown' and next_at is null or state = 'waiting' and (next_at is null or message like '缺%'));--> statement-breakpoint
-- What doubled a stock take of a later day than the first, and was dropped for that: told after all once that day is the
-- first again. Those that have left say so in the same words.
UPDATE "stock_message" SET "not_first" = true
  WHERE "kind" = 'change' AND "doc_no" LIKE '%#初始' AND (
    "message" LIKE '首次盘存改为 %'
    OR "state" = 'needless' AND "message" IN ('不是首次盘存的库存，不用上传', '盘存改过，不再是首次盘存的库存'));--> statement-breakpoint
-- Prescription messages without an answer were given up after four questions: they are looked for again and again now.
UPDATE "rx_message" SET "next_at" = now() WHERE "state" = 'unknown' AND "next_at" IS NULL;--> statement-breakpoint
-- Stores closed before it was kept when: what waits of theirs is brought to an end as of those that are closed today.
UPDATE "store" SET "closed_at" = now() WHERE "closed" AND "closed_at" IS NULL AND (
  EXISTS (SELECT 1 FROM "rx_message" AS one WHERE one."store_id" = "store"."id" AND one."next_at" IS NOT NULL)
  OR EXISTS (SELECT 1 FROM "sale_piece" AS one WHERE one."store_id" = "store"."id" AND one."next_at" IS NOT NULL)
  OR EXISTS (SELECT 1 FROM "stock_message" AS one WHERE one."store_id" = "store"."id" AND one."next_at" IS NOT NULL)
  OR EXISTS (SELECT 1 FROM "outpatient_visit" AS one WHERE one."store_id" = "store"."id" AND one."state" = 'left' AND one."next_at" IS NOT NULL)
  OR EXISTS (SELECT 1 FROM "liquidation" AS one WHERE one."store_id" = "store"."id" AND one."state" IN ('1', '3', '4', '5', '7', '8') AND one."next_at" IS NOT NULL));
