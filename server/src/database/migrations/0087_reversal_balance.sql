ALTER TABLE "purchase_order" ADD COLUMN "reversal_balance" bigint;
