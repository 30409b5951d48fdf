DROP INDEX "order_sale_due";--> statement-breakpoint
ALTER TABLE "rx_message" ADD COLUMN "handed_out" jsonb;--> statement-breakpoint
CREATE INDEX "order_sale_due" ON "purchase_order" USING btree ("updated_at") WHERE (state = 'settled' and sale_mark in ('', 'returned', 'other') or state = 'reversed' and sale_mark in ('', 'sold', 'other')
    or state in ('presettled', 'voided') and sale_mark in ('sold', 'other'));