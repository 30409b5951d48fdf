ALTER TABLE "data_role" ADD COLUMN "code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "data_role" ADD COLUMN "remark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "data_role" ADD COLUMN "modifier" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "data_role" ADD COLUMN "modified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "menu_role" ADD COLUMN "code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_role" ADD COLUMN "remark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_role" ADD COLUMN "modifier" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_role" ADD COLUMN "modified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "menu_role" ADD COLUMN "kind" text DEFAULT 'company' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_role" ADD COLUMN "areas" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "must_change" text;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "must_change" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "password_changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "password_history" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Roles of the version before: the three that it shipped are the product's own, any other gets a code from its id.
UPDATE "menu_role" SET "kind" = 'system', "code" = case "id"
  when '00000000-0000-7000-8003-000000000001' then 'clerk'
  when '00000000-0000-7000-8003-000000000002' then 'area'
  else 'viewer' end
  WHERE "id" in ('00000000-0000-7000-8003-000000000001', '00000000-0000-7000-8003-000000000002', '00000000-0000-7000-8003-000000000003');--> statement-breakpoint
UPDATE "menu_role" SET "code" = 'role-' || "id" WHERE "code" = '';--> statement-breakpoint
UPDATE "data_role" SET "code" = 'data-' || "id";--> statement-breakpoint
CREATE UNIQUE INDEX "data_role_code" ON "data_role" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "menu_role_code" ON "menu_role" USING btree ("code");
