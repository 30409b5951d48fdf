-- What the product's own roles have in a new database and got since: an ERP's routeKey 3 leads clerks to their store, administrators edit common diseases.
UPDATE "menu_role" SET "menus" = "menus" || '["StoreData"]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer') AND NOT "menus" @> '["StoreData"]'::jsonb;--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"StoreData","buttonCode":"query"}]'::jsonb
WHERE "kind" = 'system' AND "code" IN ('clerk', 'viewer') AND NOT "buttons" @> '[{"menuCode":"StoreData","buttonCode":"query"}]'::jsonb;--> statement-breakpoint
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"DiseaseMenu","buttonCode":"edit"}]'::jsonb
WHERE "kind" = 'system' AND "code" = 'area' AND NOT "buttons" @> '[{"menuCode":"DiseaseMenu","buttonCode":"edit"}]'::jsonb;
