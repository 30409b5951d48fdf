ALTER TABLE "message" ADD COLUMN "recipients" integer;--> statement-breakpoint
-- Administrators take out who has read what they published, as in a new database.
UPDATE "menu_role" SET "buttons" = "buttons" || '[{"menuCode":"MsgCenter","buttonCode":"export"}]'::jsonb
WHERE "kind" = 'system' AND "code" = 'area' AND "menus" @> '["MsgCenter"]'::jsonb
  AND NOT "buttons" @> '[{"menuCode":"MsgCenter","buttonCode":"export"}]'::jsonb;
