ALTER TABLE "card_read" ADD COLUMN "year_before" text;--> statement-breakpoint
CREATE INDEX "order_person_back" ON "purchase_order" USING btree ("psn_hash") WHERE state = 'reversed';