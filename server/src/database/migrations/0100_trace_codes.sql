CREATE TABLE "item_lot" (
	"store_id" text NOT NULL,
	"own_code" text NOT NULL,
	"lot" text NOT NULL,
	"made_on" text NOT NULL,
	"expires_on" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "item_lot_store_id_own_code_pk" PRIMARY KEY("store_id","own_code")
);
--> statement-breakpoint
CREATE INDEX "order_codes" ON "purchase_order" USING gin (jsonb_path_query_array(lines, '$[*].traceCodes[*]')) WHERE state in ('settling','settled','reversing','unknown') and lines @? '$[*].traceCodes[*]';