DROP INDEX "clearing_row_key";--> statement-breakpoint
ALTER TABLE "clearing_month" ADD COLUMN "page_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "clearing_month" ADD COLUMN "page_mark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "clearing_row" ADD COLUMN "nth" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Rows that only our book has are known by their order: a number that was made up for those without one is none.
DELETE FROM "clearing_row" AS one USING "clearing_row" AS other WHERE one."run" = 0 AND other."run" = 0
  AND one."month_id" = other."month_id" AND one."order_id" = other."order_id" AND one."refunded" = other."refunded" AND one."id" > other."id";--> statement-breakpoint
UPDATE "clearing_row" SET "setl_sn" = '' WHERE "run" = 0 AND "setl_sn" LIKE 'own:%';--> statement-breakpoint
-- Of pages that were kept half-way rows of one number have overwritten each other: such a month is read from its first row.
UPDATE "clearing_month" SET "run" = "run" + 1, "next_row" = 1 WHERE "state" = '1' AND "next_row" > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "clearing_row_listed" ON "clearing_row" USING btree ("month_id","setl_sn","mdtrt_id","settled_at","total","nth") WHERE run > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "clearing_row_own" ON "clearing_row" USING btree ("month_id","order_id","refunded") WHERE run = 0;