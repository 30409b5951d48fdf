-- Administrators bring the data of their stores in and take it out as they do in a new database.
UPDATE "menu_role" SET "buttons" = "buttons" || (
  SELECT coalesce(jsonb_agg(jsonb_build_object('menuCode', 'StoreData', 'buttonCode', button)), '[]'::jsonb)
  FROM unnest(ARRAY['import', 'export']) button
  WHERE NOT "buttons" @> jsonb_build_array(jsonb_build_object('menuCode', 'StoreData', 'buttonCode', button)))
WHERE "kind" = 'system' AND "code" = 'area' AND "menus" @> '["StoreData"]'::jsonb;
