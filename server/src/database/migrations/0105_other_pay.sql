CREATE TABLE "order_collection" (
	"order_id" text PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"area_code" text NOT NULL,
	"store_id" text NOT NULL,
	"setl_id" text DEFAULT '' NOT NULL,
	"erp_bill" text,
	"masked_name" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"gone" boolean NOT NULL,
	"due" bigint NOT NULL,
	"family_account" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"kinds" text[] DEFAULT '{}' NOT NULL,
	"kind_names" text DEFAULT '' NOT NULL,
	"pay_nos" text DEFAULT '' NOT NULL,
	"operators" text DEFAULT '' NOT NULL,
	"paid_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"open" bigint GENERATED ALWAYS AS (due - paid + refunded) STORED NOT NULL,
	"state" text GENERATED ALWAYS AS (case
        when gone then case when paid = 0 then 'none' when refunded = 0 then 'back'
          when refunded < paid then 'backPart' else 'backFull' end
        when paid - refunded <= 0 then case when due = 0 then 'none' else 'due' end
        when paid - refunded < due then 'part'
        when paid - refunded = due then 'full'
        else 'over' end) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_payment" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"company_id" text NOT NULL,
	"kind" text NOT NULL,
	"kind_name" text NOT NULL,
	"amount" bigint NOT NULL,
	"pay_no" text DEFAULT '' NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"operator" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"removed_by" text DEFAULT '' NOT NULL,
	"removed_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_refund" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"order_id" text NOT NULL,
	"area_code" text NOT NULL,
	"company_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"refund_no" text DEFAULT '' NOT NULL,
	"refunded_at" timestamp with time zone NOT NULL,
	"operator" text NOT NULL,
	"approved_by" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"removed_by" text DEFAULT '' NOT NULL,
	"removed_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "order_collection_store" ON "order_collection" USING btree ("store_id","at","order_id");--> statement-breakpoint
CREATE INDEX "order_collection_area" ON "order_collection" USING btree ("area_code","at","order_id","store_id");--> statement-breakpoint
CREATE INDEX "order_collection_at" ON "order_collection" USING btree ("at","order_id");--> statement-breakpoint
CREATE INDEX "order_collection_unusual" ON "order_collection" USING btree ("store_id","at","order_id") WHERE state in ('part','over','back','backPart','backFull');--> statement-breakpoint
CREATE INDEX "order_collection_no" ON "order_collection" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "order_collection_setl" ON "order_collection" USING btree ("setl_id");--> statement-breakpoint
CREATE INDEX "order_collection_bill" ON "order_collection" USING btree ("erp_bill") WHERE erp_bill is not null;--> statement-breakpoint
CREATE INDEX "order_payment_order" ON "order_payment" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_payment_live" ON "order_payment" USING btree ("area_code","company_id","kind","pay_no") WHERE pay_no <> '' and removed_at is null;--> statement-breakpoint
CREATE INDEX "order_payment_no" ON "order_payment" USING btree ("pay_no") WHERE pay_no <> '';--> statement-breakpoint
CREATE INDEX "order_refund_order" ON "order_refund" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_refund_live" ON "order_refund" USING btree ("area_code","company_id","kind","refund_no") WHERE refund_no <> '' and removed_at is null;--> statement-breakpoint
CREATE INDEX "order_refund_no" ON "order_refund" USING btree ("refund_no") WHERE refund_no <> '';--> statement-breakpoint
-- The order's half of order_collection, written with the order itself: whoever books a payment beside a reversal meets it
-- at the order's lock, and what is left says the same whichever was first. An order of which nothing is left to pay gets
-- a row only by a payment (domains/collection/book.ts, which asks this function too).
CREATE FUNCTION collection_of(r purchase_order, paid boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  stands boolean := r.setl_id IS NOT NULL AND r.state IN ('settled', 'reversing', 'unknown');
BEGIN
  IF stands AND (r.cash > 0 OR r.family_account <> 0) OR paid THEN
    INSERT INTO order_collection (order_id, order_no, area_code, store_id, setl_id, erp_bill, masked_name, at, gone, due,
      family_account)
    VALUES (r.id, r.order_no, r.area_code, r.store_id, coalesce(r.setl_id, ''), r.erp_bill, r.masked_name,
      coalesce(r.settled_at, r.created_at), NOT stands, CASE WHEN stands THEN greatest(r.cash, 0) ELSE 0 END,
      CASE WHEN stands THEN r.family_account ELSE 0 END)
    ON CONFLICT (order_id) DO UPDATE SET order_no = excluded.order_no, area_code = excluded.area_code,
      store_id = excluded.store_id, setl_id = excluded.setl_id, erp_bill = excluded.erp_bill,
      masked_name = excluded.masked_name, at = excluded.at, gone = excluded.gone, due = excluded.due,
      family_account = excluded.family_account;
  ELSE
    -- What it was found by stays: somebody looks for it by the settlement that is no more.
    UPDATE order_collection SET gone = NOT stands, due = CASE WHEN stands THEN greatest(r.cash, 0) ELSE 0 END,
      family_account = CASE WHEN stands THEN r.family_account ELSE 0 END
    WHERE order_id = r.id;
  END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION collection_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM collection_of(NEW, false);
  RETURN NULL;
END
$$;--> statement-breakpoint
-- The conditions keep the triggers away from everything before a settlement and from updates that change nothing here.
CREATE TRIGGER purchase_order_collection_insert AFTER INSERT ON purchase_order FOR EACH ROW
  WHEN (NEW.setl_id IS NOT NULL) EXECUTE FUNCTION collection_note();--> statement-breakpoint
CREATE TRIGGER purchase_order_collection_update AFTER UPDATE ON purchase_order FOR EACH ROW
  WHEN ((OLD.setl_id IS NOT NULL OR NEW.setl_id IS NOT NULL) AND
    (OLD.setl_id, OLD.settled_at, OLD.cash, OLD.family_account, OLD.store_id, OLD.area_code, OLD.erp_bill, OLD.masked_name,
      OLD.setl_id IS NOT NULL AND OLD.state IN ('settled', 'reversing', 'unknown'))
    IS DISTINCT FROM
    (NEW.setl_id, NEW.settled_at, NEW.cash, NEW.family_account, NEW.store_id, NEW.area_code, NEW.erp_bill, NEW.masked_name,
      NEW.setl_id IS NOT NULL AND NEW.state IN ('settled', 'reversing', 'unknown')))
  EXECUTE FUNCTION collection_note();--> statement-breakpoint
-- What was settled before: in one statement, not row by row.
INSERT INTO order_collection (order_id, order_no, area_code, store_id, setl_id, erp_bill, masked_name, at, gone, due,
  family_account)
SELECT id, order_no, area_code, store_id, setl_id, erp_bill, masked_name, coalesce(settled_at, created_at), NOT stands,
  CASE WHEN stands THEN greatest(cash, 0) ELSE 0 END, CASE WHEN stands THEN family_account ELSE 0 END
FROM purchase_order, LATERAL (SELECT state IN ('settled', 'reversing', 'unknown') AS stands) counted
WHERE setl_id IS NOT NULL AND (cash > 0 OR family_account <> 0);--> statement-breakpoint
-- What the rest was paid with is known at the counter: the product's own roles get what they have in a new database.
UPDATE "menu_role" SET
  "menus" = CASE WHEN "menus" @> '["OrderOtherpayManagement"]'::jsonb THEN "menus"
    ELSE "menus" || '["OrderOtherpayManagement"]'::jsonb END,
  "buttons" = "buttons" || CASE "code"
    WHEN 'viewer' THEN '[{"menuCode":"OrderOtherpayManagement","buttonCode":"query"}]'::jsonb
    ELSE '[{"menuCode":"OrderOtherpayManagement","buttonCode":"query"},{"menuCode":"OrderOtherpayManagement","buttonCode":"edit"}]'::jsonb END
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer', 'pharmacist')
  AND NOT "buttons" @> '[{"menuCode":"OrderOtherpayManagement"}]'::jsonb;
