-- A settlement that was taken back gives its ERP bill free: the index over bills was made for it, and nothing said so.
UPDATE "settlement_intent" SET "outcome" = 'reversed' FROM "purchase_order"
WHERE "purchase_order"."id" = "settlement_intent"."order_id" AND "purchase_order"."state" = 'reversed'
  AND "settlement_intent"."infno" = '2102' AND "settlement_intent"."outcome" = 'booked';
