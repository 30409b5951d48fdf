CREATE TABLE "liquidation" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"month" text NOT NULL,
	"clr_optins" text NOT NULL,
	"clr_type" text DEFAULT '' NOT NULL,
	"clr_way" text DEFAULT '' NOT NULL,
	"insutype" text DEFAULT '' NOT NULL,
	"settled" integer DEFAULT 0 NOT NULL,
	"reversed" integer DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"recognised" bigint DEFAULT 0 NOT NULL,
	"fund" bigint DEFAULT 0 NOT NULL,
	"account" bigint DEFAULT 0 NOT NULL,
	"cash" bigint DEFAULT 0 NOT NULL,
	"claim_persons" integer DEFAULT 0 NOT NULL,
	"claim_total" bigint DEFAULT 0 NOT NULL,
	"claim_recognised" bigint DEFAULT 0 NOT NULL,
	"claim_fund" bigint DEFAULT 0 NOT NULL,
	"claim_account" bigint DEFAULT 0 NOT NULL,
	"claim_cash" bigint DEFAULT 0 NOT NULL,
	"edit_reason" text DEFAULT '' NOT NULL,
	"with_account" boolean NOT NULL,
	"agreed" boolean NOT NULL,
	"state" text DEFAULT '0' NOT NULL,
	"state_before" text,
	"sent_at" timestamp with time zone,
	"event_id" text DEFAULT '' NOT NULL,
	"centre_code" text DEFAULT '' NOT NULL,
	"centre_total" bigint,
	"centre_fund" bigint,
	"deducted" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"granted" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"paid_month" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"operator_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_by" text DEFAULT '' NOT NULL,
	"applied_at" timestamp with time zone,
	"queried_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "liquidation_fund" (
	"id" text PRIMARY KEY NOT NULL,
	"liquidation_id" text NOT NULL,
	"clearing_id" text NOT NULL,
	"fund" text NOT NULL,
	"applied" bigint DEFAULT 0 NOT NULL,
	"deducted" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "liquidation_item" (
	"liquidation_id" text NOT NULL,
	"order_id" text NOT NULL,
	"refunded" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"recognised" bigint DEFAULT 0 NOT NULL,
	"fund" bigint DEFAULT 0 NOT NULL,
	"account" bigint DEFAULT 0 NOT NULL,
	"cash" bigint DEFAULT 0 NOT NULL,
	"live" boolean DEFAULT true NOT NULL,
	CONSTRAINT "liquidation_item_liquidation_id_order_id_refunded_pk" PRIMARY KEY("liquidation_id","order_id","refunded")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "liquidation_key" ON "liquidation" USING btree ("store_id","month","clr_optins","clr_type","clr_way","insutype") WHERE state <> '2';--> statement-breakpoint
CREATE INDEX "liquidation_month" ON "liquidation" USING btree ("month","store_id");--> statement-breakpoint
CREATE UNIQUE INDEX "liquidation_fund_key" ON "liquidation_fund" USING btree ("liquidation_id","clearing_id");--> statement-breakpoint
CREATE UNIQUE INDEX "liquidation_item_order" ON "liquidation_item" USING btree ("order_id","refunded") WHERE live;--> statement-breakpoint
CREATE INDEX "liquidation_item_at" ON "liquidation_item" USING btree ("liquidation_id","at","order_id");--> statement-breakpoint
-- A store claims its own month (domain.md 8.0: month start is a clerk's work): the product's own roles get what they have
-- in a new database.
UPDATE "menu_role" SET "menus" = "menus" || '["Liquidation","UnLiquidateReport"]'::jsonb,
  "buttons" = "buttons" || CASE "code"
    WHEN 'clerk' THEN '[{"menuCode":"Liquidation","buttonCode":"query"},{"menuCode":"Liquidation","buttonCode":"add"},{"menuCode":"Liquidation","buttonCode":"edit"},{"menuCode":"Liquidation","buttonCode":"upload"},{"menuCode":"Liquidation","buttonCode":"remove"},{"menuCode":"Liquidation","buttonCode":"print"},{"menuCode":"UnLiquidateReport","buttonCode":"query"},{"menuCode":"UnLiquidateReport","buttonCode":"print"}]'::jsonb
    ELSE '[{"menuCode":"Liquidation","buttonCode":"query"},{"menuCode":"UnLiquidateReport","buttonCode":"query"}]'::jsonb END
WHERE "code" IN ('clerk', 'viewer') AND NOT "menus" @> '["Liquidation"]'::jsonb;
