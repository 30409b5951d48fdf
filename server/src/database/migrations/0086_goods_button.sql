-- Whoever administers areas keeps their companies' goods, too: the product's own role gets the button it has in a new database.
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"MenuDiff","buttonCode":"add"}]'::jsonb
WHERE "code" = 'area' AND NOT "buttons" @> '[{"menuCode":"MenuDiff","buttonCode":"add"}]'::jsonb;
