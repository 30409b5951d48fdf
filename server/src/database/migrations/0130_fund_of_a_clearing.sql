DROP INDEX "liquidation_fund_key";--> statement-breakpoint
CREATE UNIQUE INDEX "liquidation_fund_key" ON "liquidation_fund" USING btree ("liquidation_id","clearing_id","fund");