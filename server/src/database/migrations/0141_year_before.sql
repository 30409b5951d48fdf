ALTER TABLE "card_read" ADD COLUMN "year_before" text;--> statement-breakpoint
CREATE INDEX "order_person_back" ON "purchase_order" USING btree ("psn_hash") WHERE state = 'reversed';--> statement-breakpoint
-- What doubled a stock take that was taken away comes back with it, where somebody uploads that again.
UPDATE "stock_message" SET "not_first" = true
  WHERE "kind" = 'change' AND "doc_no" LIKE '%#初始' AND "message" LIKE '盘存已删除%';
