DROP INDEX "order_store_created";--> statement-breakpoint
DROP INDEX "order_area_created";--> statement-breakpoint
DROP INDEX "order_created";--> statement-breakpoint
CREATE INDEX "order_store_created" ON "purchase_order" USING btree ("store_id","created_at","id","state","total","settled_at","insutype","medical_type","out_flag","source");--> statement-breakpoint
CREATE INDEX "order_area_created" ON "purchase_order" USING btree ("area_code","created_at","id","store_id","state","total","settled_at","insutype","medical_type","out_flag","source");--> statement-breakpoint
CREATE INDEX "order_created" ON "purchase_order" USING btree ("created_at","id","state","total","settled_at","insutype","medical_type","out_flag","source");