-- Asking the centre what it has of a customer is a clerk's work (domain.md 8.0, 8.10): the product's own roles get what
-- they have in a new database.
UPDATE "menu_role" SET "menus" = "menus" || '["OutpatientManager"]'::jsonb,
  "buttons" = "buttons" || CASE "code"
    WHEN 'clerk' THEN '[{"menuCode":"OutpatientManager","buttonCode":"query"},{"menuCode":"OutpatientManager","buttonCode":"reverse"},{"menuCode":"OutpatientManager","buttonCode":"handle"}]'::jsonb
    ELSE '[{"menuCode":"OutpatientManager","buttonCode":"query"}]'::jsonb END
WHERE "code" IN ('clerk', 'viewer') AND NOT "menus" @> '["OutpatientManager"]'::jsonb;
