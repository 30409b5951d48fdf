DROP INDEX "order_setl";--> statement-breakpoint
DROP INDEX "order_erp";--> statement-breakpoint
CREATE INDEX "order_number" ON "purchase_order" USING btree ("order_no");--> statement-breakpoint
CREATE UNIQUE INDEX "order_setl" ON "purchase_order" USING btree ("setl_id","area_code");--> statement-breakpoint
CREATE INDEX "order_erp" ON "purchase_order" USING btree ("erp_bill","store_id");