-- Administrators take the abnormal orders of their stores out as they do in a new database.
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"AbnormalOrderManager","buttonCode":"export"}]'::jsonb
WHERE "kind" = 'system' AND "code" = 'area' AND "menus" @> '["AbnormalOrderManager"]'::jsonb
  AND NOT "buttons" @> '[{"menuCode":"AbnormalOrderManager","buttonCode":"export"}]'::jsonb;
