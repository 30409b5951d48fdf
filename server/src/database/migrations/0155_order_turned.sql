ALTER TABLE "purchase_order" ADD COLUMN "turned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD COLUMN "former_bill" text;--> statement-breakpoint
CREATE INDEX "order_turned" ON "purchase_order" USING btree ("store_id","updated_at") WHERE turned > 0 and (erp_bill is not null or former_bill is not null);