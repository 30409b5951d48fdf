-- What one order adds to fund_day, or with sign -1 takes out of it: its settlement on the day the centre booked it, its
-- reversal taken off on the day of that. An undone one (2601) never was: neither the centre's book nor ours counts it
-- (domain.md 5.1). In plpgsql, whose plans are kept: a settlement waits for this.
CREATE FUNCTION fund_note(r purchase_order, sign integer) RETURNS void LANGUAGE plpgsql AS $$
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
    INSERT INTO fund_change (day, store_id, area_code, insutype, medical_type, out_flag, settlements, reversals, total,
      fund_total, account, family_account, cash, pool_fund, civil_servant, enterprise, serious_illness, large_amount,
      medical_aid, other_fund)
    VALUES (to_char(moment AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD'), r.store_id, r.area_code,
      coalesce(r.insutype, ''), r.medical_type, r.out_flag, CASE part WHEN 1 THEN sign ELSE 0 END,
      CASE part WHEN 2 THEN sign ELSE 0 END, money * r.total, money * r.fund_total, money * r.account,
      money * r.family_account, money * r.cash, money * coalesce((r.split->>'poolFund')::bigint, 0),
      money * coalesce((r.split->>'civilServant')::bigint, 0), money * coalesce((r.split->>'enterprise')::bigint, 0),
      money * coalesce((r.split->>'seriousIllness')::bigint, 0), money * coalesce((r.split->>'largeAmount')::bigint, 0),
      money * coalesce((r.split->>'medicalAid')::bigint, 0), money * coalesce((r.split->>'otherFund')::bigint, 0));
  END LOOP;
END
$$;--> statement-breakpoint
CREATE FUNCTION fund_change_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM fund_note(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM fund_note(NEW, 1);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- The conditions keep the triggers away from everything before a settlement and from updates that move no money.
CREATE TRIGGER purchase_order_fund_insert AFTER INSERT ON purchase_order FOR EACH ROW
  WHEN (NEW.setl_id IS NOT NULL) EXECUTE FUNCTION fund_change_note();--> statement-breakpoint
CREATE TRIGGER purchase_order_fund_delete AFTER DELETE ON purchase_order FOR EACH ROW
  WHEN (OLD.setl_id IS NOT NULL) EXECUTE FUNCTION fund_change_note();--> statement-breakpoint
CREATE TRIGGER purchase_order_fund_update AFTER UPDATE ON purchase_order FOR EACH ROW
  WHEN ((OLD.setl_id IS NOT NULL OR NEW.setl_id IS NOT NULL) AND
    (OLD.settled_at, OLD.reversed_at, OLD.reversed_by, OLD.setl_id, OLD.store_id, OLD.area_code, OLD.insutype,
      OLD.medical_type, OLD.out_flag, OLD.total, OLD.fund_total, OLD.account, OLD.family_account, OLD.cash, OLD.split)
    IS DISTINCT FROM
    (NEW.settled_at, NEW.reversed_at, NEW.reversed_by, NEW.setl_id, NEW.store_id, NEW.area_code, NEW.insutype,
      NEW.medical_type, NEW.out_flag, NEW.total, NEW.fund_total, NEW.account, NEW.family_account, NEW.cash, NEW.split))
  EXECUTE FUNCTION fund_change_note();--> statement-breakpoint
-- What was settled before; the job folds it in.
SELECT count(fund_note(o, 1)) FROM purchase_order o WHERE o.setl_id IS NOT NULL;
