CREATE TABLE "sale_piece" (
	"id" text PRIMARY KEY NOT NULL,
	"batch_no" text NOT NULL,
	"order_id" text NOT NULL,
	"order_no" text NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"round" integer NOT NULL,
	"kind" text NOT NULL,
	"no" integer NOT NULL,
	"part" integer NOT NULL,
	"own_code" text NOT NULL,
	"national_code" text NOT NULL,
	"name" text NOT NULL,
	"spec" text NOT NULL,
	"producer" text NOT NULL,
	"unit" text NOT NULL,
	"quantity" text NOT NULL,
	"price" text NOT NULL,
	"amount" bigint NOT NULL,
	"prescription" boolean NOT NULL,
	"lot" text DEFAULT '' NOT NULL,
	"made_on" text DEFAULT '' NOT NULL,
	"expires_on" text DEFAULT '' NOT NULL,
	"trace_code" text DEFAULT '' NOT NULL,
	"setl_id" text NOT NULL,
	"sold_at" timestamp with time zone NOT NULL,
	"operator_name" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"pending" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone,
	"uploaded_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
-- Orders of before were told of by whatever did it then; those under way come to be told of by this product.
ALTER TABLE "purchase_order" ADD COLUMN "sale_mark" text DEFAULT 'before' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order" ALTER COLUMN "sale_mark" SET DEFAULT '';--> statement-breakpoint
UPDATE "purchase_order" SET "sale_mark" = '' WHERE "state" NOT IN ('settled', 'reversing', 'reversed', 'voided');--> statement-breakpoint
CREATE UNIQUE INDEX "sale_piece_order" ON "sale_piece" USING btree ("order_id","round","no","part","kind");--> statement-breakpoint
CREATE INDEX "sale_piece_order_no" ON "sale_piece" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "sale_piece_trace" ON "sale_piece" USING btree ("trace_code") WHERE trace_code <> '';--> statement-breakpoint
CREATE INDEX "sale_piece_store" ON "sale_piece" USING btree ("store_id","sold_at","id","state");--> statement-breakpoint
CREATE INDEX "sale_piece_area" ON "sale_piece" USING btree ("area_code","sold_at","id","store_id","state");--> statement-breakpoint
CREATE INDEX "sale_piece_sold" ON "sale_piece" USING btree ("sold_at","id","state");--> statement-breakpoint
CREATE INDEX "sale_piece_open" ON "sale_piece" USING btree ("store_id","sold_at","id","state") WHERE state in ('waiting', 'refused', 'unknown');--> statement-breakpoint
CREATE INDEX "sale_piece_open_area" ON "sale_piece" USING btree ("area_code","sold_at","id","store_id","state") WHERE state in ('waiting', 'refused', 'unknown');--> statement-breakpoint
CREATE INDEX "sale_piece_due" ON "sale_piece" USING btree ("store_id","next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "order_sale_due" ON "purchase_order" USING btree ("updated_at") WHERE (state = 'settled' and sale_mark in ('', 'returned') or state = 'reversed' and sale_mark in ('', 'sold')
    or state in ('presettled', 'voided') and sale_mark = 'sold');