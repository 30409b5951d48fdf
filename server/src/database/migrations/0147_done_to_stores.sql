ALTER TABLE "operation_log" ADD COLUMN "stores" text[];--> statement-breakpoint
CREATE INDEX "operation_log_done_to" ON "operation_log" USING gin ("stores") WHERE "operation_log"."stores" is not null;