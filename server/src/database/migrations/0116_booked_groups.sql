-- What the days come to is told apart by what 3201 asks for, too. Nothing is settled between here and the end: what the
-- days come to is summed anew below, from the orders.
CREATE OR REPLACE TRIGGER purchase_order_fund_update AFTER UPDATE ON purchase_order FOR EACH ROW
  WHEN ((OLD.setl_id IS NOT NULL OR NEW.setl_id IS NOT NULL) AND
    (OLD.settled_at, OLD.reversed_at, OLD.reversed_by, OLD.setl_id, OLD.store_id, OLD.area_code, OLD.insutype,
      OLD.medical_type, OLD.out_flag, OLD.total, OLD.fund_total, OLD.account, OLD.family_account, OLD.cash, OLD.split,
      OLD.clr_optins, OLD.clr_type)
    IS DISTINCT FROM
    (NEW.settled_at, NEW.reversed_at, NEW.reversed_by, NEW.setl_id, NEW.store_id, NEW.area_code, NEW.insutype,
      NEW.medical_type, NEW.out_flag, NEW.total, NEW.fund_total, NEW.account, NEW.family_account, NEW.cash, NEW.split,
      NEW.clr_optins, NEW.clr_type))
  EXECUTE FUNCTION fund_change_note();--> statement-breakpoint
TRUNCATE "fund_day", "fund_change";--> statement-breakpoint
ALTER TABLE "fund_day" DROP CONSTRAINT "fund_day_day_store_id_area_code_insutype_medical_type_out_flag_pk";--> statement-breakpoint
ALTER TABLE "fund_change" ADD COLUMN "clr_optins" text NOT NULL;--> statement-breakpoint
ALTER TABLE "fund_change" ADD COLUMN "clr_type" text NOT NULL;--> statement-breakpoint
ALTER TABLE "fund_day" ADD COLUMN "clr_optins" text NOT NULL;--> statement-breakpoint
ALTER TABLE "fund_day" ADD COLUMN "clr_type" text NOT NULL;--> statement-breakpoint
ALTER TABLE "fund_day" ADD CONSTRAINT "fund_day_pk" PRIMARY KEY("day","store_id","area_code","insutype","medical_type","out_flag","clr_optins","clr_type");--> statement-breakpoint
-- As in 0005, with the two.
CREATE OR REPLACE FUNCTION fund_note(r purchase_order, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  money integer;
  moment timestamptz;
BEGIN
  IF r.setl_id IS NULL OR r.reversed_by = '2601' THEN
    RETURN;
  END IF;
  FOR part IN 1..2 LOOP
    IF part = 1 THEN
      moment := r.settled_at;
      money := sign;
    ELSE
      EXIT WHEN r.reversed_by IS DISTINCT FROM '2103';
      moment := r.reversed_at;
      money := -sign;
    END IF;
    CONTINUE WHEN moment IS NULL;
    INSERT INTO fund_change (day, store_id, area_code, insutype, medical_type, out_flag, clr_optins, clr_type,
      settlements, reversals, total, fund_total, account, family_account, cash, pool_fund, civil_servant, enterprise,
      serious_illness, large_amount, medical_aid, other_fund)
    VALUES (to_char(moment AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD'), r.store_id, r.area_code,
      coalesce(r.insutype, ''), r.medical_type, r.out_flag, coalesce(r.clr_optins, r.area_code),
      coalesce(r.clr_type, '41'), CASE part WHEN 1 THEN sign ELSE 0 END,
      CASE part WHEN 2 THEN sign ELSE 0 END, money * r.total, money * r.fund_total, money * r.account,
      money * r.family_account, money * r.cash, money * coalesce((r.split->>'poolFund')::bigint, 0),
      money * coalesce((r.split->>'civilServant')::bigint, 0), money * coalesce((r.split->>'enterprise')::bigint, 0),
      money * coalesce((r.split->>'seriousIllness')::bigint, 0), money * coalesce((r.split->>'largeAmount')::bigint, 0),
      money * coalesce((r.split->>'medicalAid')::bigint, 0), money * coalesce((r.split->>'otherFund')::bigint, 0));
  END LOOP;
END
$$;--> statement-breakpoint
-- What was settled before: in one statement, not row by row.
INSERT INTO fund_day (day, store_id, area_code, insutype, medical_type, out_flag, clr_optins, clr_type, settlements,
  reversals, total, fund_total, account, family_account, cash, pool_fund, civil_servant, enterprise, serious_illness,
  large_amount, medical_aid, other_fund)
SELECT to_char(half.moment AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD'), o.store_id, o.area_code,
  coalesce(o.insutype, ''), o.medical_type, o.out_flag, coalesce(o.clr_optins, o.area_code), coalesce(o.clr_type, '41'),
  count(*) FILTER (WHERE half.sign = 1), count(*) FILTER (WHERE half.sign = -1), sum(half.sign * o.total),
  sum(half.sign * o.fund_total), sum(half.sign * o.account), sum(half.sign * o.family_account), sum(half.sign * o.cash),
  sum(half.sign * coalesce((o.split->>'poolFund')::bigint, 0)),
  sum(half.sign * coalesce((o.split->>'civilServant')::bigint, 0)),
  sum(half.sign * coalesce((o.split->>'enterprise')::bigint, 0)),
  sum(half.sign * coalesce((o.split->>'seriousIllness')::bigint, 0)),
  sum(half.sign * coalesce((o.split->>'largeAmount')::bigint, 0)),
  sum(half.sign * coalesce((o.split->>'medicalAid')::bigint, 0)),
  sum(half.sign * coalesce((o.split->>'otherFund')::bigint, 0))
FROM purchase_order o CROSS JOIN LATERAL (
  VALUES (o.settled_at, 1), (CASE o.reversed_by WHEN '2103' THEN o.reversed_at END, -1)
) AS half (moment, sign)
WHERE o.setl_id IS NOT NULL AND coalesce(o.reversed_by, '') <> '2601' AND half.moment IS NOT NULL
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
