DROP INDEX "sign_in_day";--> statement-breakpoint
DROP INDEX "sale_piece_open";--> statement-breakpoint
DROP INDEX "sale_piece_open_area";--> statement-breakpoint
DROP INDEX "order_store_created";--> statement-breakpoint
DROP INDEX "order_area_created";--> statement-breakpoint
DROP INDEX "order_created";--> statement-breakpoint
CREATE INDEX "sign_in_store" ON "sign_in" USING btree ("store_id","signed_in_at","id");--> statement-breakpoint
CREATE INDEX "sign_in_newest" ON "sign_in" USING btree ("signed_in_at","id");--> statement-breakpoint
CREATE INDEX "sale_piece_return" ON "sale_piece" USING btree ("area_code","sold_at","id","store_id") WHERE kind = 'return';--> statement-breakpoint
CREATE INDEX "sale_piece_open" ON "sale_piece" USING btree ("store_id","sold_at","id","state") WHERE state <> 'uploaded';--> statement-breakpoint
CREATE INDEX "sale_piece_open_area" ON "sale_piece" USING btree ("area_code","sold_at","id","store_id","state") WHERE state <> 'uploaded';--> statement-breakpoint
CREATE INDEX "order_store_created" ON "purchase_order" USING btree ("store_id","created_at","id","state","total","settled_at","insutype","medical_type","out_flag","source",("person" ->> 'insuredArea'));--> statement-breakpoint
CREATE INDEX "order_area_created" ON "purchase_order" USING btree ("area_code","created_at","id","store_id","state","total","settled_at","insutype","medical_type","out_flag","source",("person" ->> 'insuredArea'));--> statement-breakpoint
CREATE INDEX "order_created" ON "purchase_order" USING btree ("created_at","id","state","total","settled_at","insutype","medical_type","out_flag","source",("person" ->> 'insuredArea'));