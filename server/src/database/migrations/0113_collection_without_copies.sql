DROP INDEX "order_collection_no";--> statement-breakpoint
DROP INDEX "order_collection_setl";--> statement-breakpoint
DROP INDEX "order_collection_bill";