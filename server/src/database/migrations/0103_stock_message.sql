CREATE TABLE "stock_message" (
	"id" text PRIMARY KEY NOT NULL,
	"batch_no" text NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"kind" text NOT NULL,
	"doc_no" text NOT NULL,
	"own_code" text NOT NULL,
	"national_code" text NOT NULL,
	"name" text NOT NULL,
	"prescription" boolean NOT NULL,
	"lot" text DEFAULT '' NOT NULL,
	"made_on" text DEFAULT '' NOT NULL,
	"expires_on" text DEFAULT '' NOT NULL,
	"quantity" text NOT NULL,
	"price" text DEFAULT '' NOT NULL,
	"facts" jsonb NOT NULL,
	"happened_on" text NOT NULL,
	"source" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"pending" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone,
	"uploaded_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "stock_message_doc" ON "stock_message" USING btree ("store_id","kind","doc_no");--> statement-breakpoint
CREATE INDEX "stock_message_store" ON "stock_message" USING btree ("store_id","happened_on","id","state");--> statement-breakpoint
CREATE INDEX "stock_message_area" ON "stock_message" USING btree ("area_code","happened_on","id","store_id","state");--> statement-breakpoint
CREATE INDEX "stock_message_day" ON "stock_message" USING btree ("happened_on","id","state");--> statement-breakpoint
CREATE INDEX "stock_message_due" ON "stock_message" USING btree ("store_id","next_at","id") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "stock_message_refused" ON "stock_message" USING btree ("store_id","written_at") WHERE state = 'refused';--> statement-breakpoint
CREATE INDEX "stock_message_take" ON "stock_message" USING btree ("store_id","happened_on") WHERE kind = 'take';