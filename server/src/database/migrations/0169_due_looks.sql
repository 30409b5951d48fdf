DROP INDEX "intent_due";--> statement-breakpoint
CREATE INDEX "intent_unknown" ON "settlement_intent" USING btree ("area_code","sent_at") WHERE outcome not in ('open','booked','refused','undone','reversed');--> statement-breakpoint
CREATE INDEX "intent_lease" ON "settlement_intent" USING btree ("lease_until") WHERE outcome not in ('unknown','booked','refused','undone','reversed');--> statement-breakpoint
CREATE INDEX "order_left" ON "purchase_order" USING btree ("created_at") WHERE state in ('drafted','presettled');--> statement-breakpoint
CREATE INDEX "order_known" ON "purchase_order" USING btree ("created_at") WHERE state = 'voided' and identity is not null;