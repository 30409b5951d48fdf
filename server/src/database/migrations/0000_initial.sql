CREATE SEQUENCE "public"."msgid_serial" INCREMENT BY 1 MINVALUE 0 MAXVALUE 9999 START WITH 1 CACHE 1 CYCLE;--> statement-breakpoint
CREATE TABLE "sign_in" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"operator_no" text NOT NULL,
	"user_id" text NOT NULL,
	"operator_name" text NOT NULL,
	"system" boolean DEFAULT false NOT NULL,
	"sign_no" text NOT NULL,
	"mac" text NOT NULL,
	"ip" text NOT NULL,
	"day" text NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	"signed_out_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "authorization" (
	"id" text PRIMARY KEY NOT NULL,
	"by_user_id" text NOT NULL,
	"by_name" text NOT NULL,
	"for_user_id" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "data_role" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"areas" jsonb NOT NULL,
	"stores" jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menu_role" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"menus" jsonb NOT NULL,
	"buttons" jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"guest" boolean DEFAULT false NOT NULL,
	"area_code" text,
	"store_id" text,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"replaces" text,
	"used_at" timestamp with time zone,
	"agent_id" text,
	"agent_origin" text,
	"agent_key" text
);
--> statement-breakpoint
CREATE TABLE "used_secret" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_account" (
	"id" text PRIMARY KEY NOT NULL,
	"user_name" text NOT NULL,
	"sur_name" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"sex" integer,
	"mobile_phone" text,
	"email" text,
	"password_hash" text NOT NULL,
	"is_admin_user" boolean DEFAULT false NOT NULL,
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"company_id" text,
	"store_id" text,
	"stopped" boolean DEFAULT false NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"last_login_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_data_role" (
	"user_id" text NOT NULL,
	"role_id" text NOT NULL,
	CONSTRAINT "user_data_role_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "user_menu_role" (
	"user_id" text NOT NULL,
	"role_id" text NOT NULL,
	CONSTRAINT "user_menu_role_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "card_read" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"user_id" text NOT NULL,
	"store_id" text NOT NULL,
	"medium" text NOT NULL,
	"person" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_item" (
	"area_code" text NOT NULL,
	"own_code" text NOT NULL,
	"bar_code" text DEFAULT '' NOT NULL,
	"national_code" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"spec" text DEFAULT '' NOT NULL,
	"dosage_form" text DEFAULT '' NOT NULL,
	"producer" text DEFAULT '' NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"price" text NOT NULL,
	"list_type" text DEFAULT '' NOT NULL,
	"item_class" text DEFAULT '' NOT NULL,
	"self_pay_ratio" text,
	"price_cap" text,
	"fee_class" text DEFAULT '' NOT NULL,
	"prescription" boolean DEFAULT false NOT NULL,
	CONSTRAINT "catalogue_item_area_code_own_code_pk" PRIMARY KEY("area_code","own_code")
);
--> statement-breakpoint
CREATE TABLE "agent" (
	"id" text PRIMARY KEY NOT NULL,
	"publicKey" text NOT NULL,
	"storeIds" jsonb NOT NULL,
	"machine" text DEFAULT '' NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"enrolled_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "area" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client" (
	"id" text PRIMARY KEY NOT NULL,
	"companyId" text NOT NULL,
	"clientNo" text NOT NULL,
	"storeId" text NOT NULL,
	"userId" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"verifyHash" text
);
--> statement-breakpoint
CREATE TABLE "enrol_code" (
	"codeHash" text PRIMARY KEY NOT NULL,
	"storeIds" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"usedBy" text,
	"policyVersion" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store" (
	"id" text PRIMARY KEY NOT NULL,
	"companyId" text NOT NULL,
	"areaCode" text NOT NULL,
	"fixmedinsCode" text NOT NULL,
	"name" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"closed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_difference" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"store_id" text NOT NULL,
	"day" text NOT NULL,
	"class" text NOT NULL,
	"order_id" text,
	"msgid" text NOT NULL,
	"psn" text,
	"masked_name" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone,
	"local" jsonb,
	"centre" jsonb,
	"evidence" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"proposal" text,
	"action" text,
	"note" text,
	"handled_by" text,
	"handled_at" timestamp with time zone,
	"before" jsonb,
	"voided" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_file" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"day" text NOT NULL,
	"filename" text NOT NULL,
	"content" "bytea" NOT NULL,
	"expires_at" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_group" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"area_code" text NOT NULL,
	"day" text NOT NULL,
	"clr_optins" text NOT NULL,
	"insutype" text NOT NULL,
	"clr_type" text NOT NULL,
	"count" integer NOT NULL,
	"total" bigint NOT NULL,
	"fund" bigint NOT NULL,
	"account" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"state" text DEFAULT '0' NOT NULL,
	"centre_result" text,
	"centre_text" text,
	"operator_name" text,
	"at" timestamp with time zone,
	"file_id" text
);
--> statement-breakpoint
CREATE TABLE "settlement_intent" (
	"id" text PRIMARY KEY NOT NULL,
	"msgid" text NOT NULL,
	"infno" text NOT NULL,
	"order_id" text NOT NULL,
	"area_code" text NOT NULL,
	"company_id" text NOT NULL,
	"store_id" text NOT NULL,
	"user_id" text NOT NULL,
	"call_name" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"erp_bill" text,
	"setl_id" text,
	"earlier_msgids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payload" text NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	"node" text NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_error" text,
	"undo_sent_at" timestamp with time zone,
	"undone_by" text,
	"late_answer" text,
	"needs_person" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_order" (
	"id" text PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"area_code" text NOT NULL,
	"company_id" text NOT NULL,
	"store_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"operator_name" text NOT NULL,
	"erp_bill" text,
	"source" text DEFAULT '2' NOT NULL,
	"state" text NOT NULL,
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"parked" boolean DEFAULT false NOT NULL,
	"person" jsonb NOT NULL,
	"identity" text,
	"psn_hash" text,
	"masked_name" text DEFAULT '' NOT NULL,
	"insutype" text,
	"medical_type" text NOT NULL,
	"out_flag" text DEFAULT '0' NOT NULL,
	"basket" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"split" jsonb,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"settle_key" text,
	"total" bigint NOT NULL,
	"fund_total" bigint DEFAULT 0 NOT NULL,
	"account" bigint DEFAULT 0 NOT NULL,
	"family_account" bigint DEFAULT 0 NOT NULL,
	"cash" bigint DEFAULT 0 NOT NULL,
	"amount_gap" bigint,
	"setl_id" text,
	"mdtrt_id" text,
	"msgid" text,
	"clr_optins" text,
	"clr_way" text,
	"clr_type" text,
	"settled_at" timestamp with time zone,
	"reversed_by" text,
	"reversal_setl_id" text,
	"reversal_msgid" text,
	"reversed_at" timestamp with time zone,
	"reversal_reason" text,
	"goods_out" boolean DEFAULT false NOT NULL,
	"printed" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_event" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"from_state" text,
	"to_state" text,
	"move" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slip" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"store_id" text NOT NULL,
	"kind" text NOT NULL,
	"layout" text NOT NULL,
	"print_no" integer NOT NULL,
	"pages" integer NOT NULL,
	"pdf" "bytea" NOT NULL,
	"state" text DEFAULT 'made' NOT NULL,
	"printer" text,
	"made_at" timestamp with time zone NOT NULL,
	"printed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "continuation" (
	"pub_sub_id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"action" text NOT NULL,
	"request_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ok" boolean,
	"button" text,
	"result" text,
	"agent_id" text,
	"signature" text
);
--> statement-breakpoint
CREATE TABLE "dictionary_item" (
	"edition" text NOT NULL,
	"code_type" text NOT NULL,
	"code" text NOT NULL,
	"label" text NOT NULL,
	"parent" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "dictionary_item_edition_code_type_code_pk" PRIMARY KEY("edition","code_type","code")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"user_id" text NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"started_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_user_id_call_key_pk" PRIMARY KEY("user_id","call","key")
);
--> statement-breakpoint
CREATE TABLE "operation_log" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" text,
	"user_name" text DEFAULT '' NOT NULL,
	"store_id" text,
	"area_code" text,
	"call" text NOT NULL,
	"action" text NOT NULL,
	"record" jsonb NOT NULL,
	"ok" boolean NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"ms" integer NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "progress" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"percentage" integer DEFAULT 0 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"finished" boolean DEFAULT false NOT NULL,
	"error" text,
	"results" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "qr_code" (
	"code" text PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"kind" text NOT NULL,
	"content" text NOT NULL,
	"valid_until" timestamp with time zone,
	"scans" integer DEFAULT 0 NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_open" ON "sign_in" USING btree ("store_id","operator_no") WHERE signed_out_at is null;--> statement-breakpoint
CREATE INDEX "sign_in_day" ON "sign_in" USING btree ("store_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "session_token" ON "session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_name" ON "user_account" USING btree ("user_name");--> statement-breakpoint
CREATE INDEX "card_read_session" ON "card_read" USING btree ("session_id","read_at");--> statement-breakpoint
CREATE INDEX "item_bar" ON "catalogue_item" USING btree ("area_code","bar_code");--> statement-breakpoint
CREATE INDEX "item_national" ON "catalogue_item" USING btree ("area_code","national_code");--> statement-breakpoint
CREATE INDEX "item_initials" ON "catalogue_item" USING btree ("area_code","initials");--> statement-breakpoint
CREATE UNIQUE INDEX "client_no" ON "client" USING btree ("companyId","clientNo");--> statement-breakpoint
CREATE UNIQUE INDEX "store_fixmedins" ON "store" USING btree ("fixmedinsCode");--> statement-breakpoint
CREATE INDEX "store_area" ON "store" USING btree ("areaCode");--> statement-breakpoint
CREATE INDEX "recon_difference_group" ON "recon_difference" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recon_group_key" ON "recon_group" USING btree ("store_id","day","clr_optins","insutype","clr_type");--> statement-breakpoint
CREATE INDEX "recon_group_day" ON "recon_group" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "intent_msgid" ON "settlement_intent" USING btree ("msgid");--> statement-breakpoint
CREATE UNIQUE INDEX "intent_key" ON "settlement_intent" USING btree ("user_id","call_name","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "intent_setl" ON "settlement_intent" USING btree ("area_code","setl_id") WHERE infno = '2102';--> statement-breakpoint
CREATE UNIQUE INDEX "intent_erp" ON "settlement_intent" USING btree ("company_id","store_id","erp_bill") WHERE infno = '2102' and outcome not in ('refused','undone','reversed');--> statement-breakpoint
CREATE UNIQUE INDEX "intent_open" ON "settlement_intent" USING btree ("order_id") WHERE outcome in ('open','unknown');--> statement-breakpoint
CREATE INDEX "intent_due" ON "settlement_intent" USING btree ("next_attempt_at") WHERE outcome in ('open','unknown');--> statement-breakpoint
CREATE INDEX "order_store_created" ON "purchase_order" USING btree ("store_id","created_at","id","state");--> statement-breakpoint
CREATE INDEX "order_area_created" ON "purchase_order" USING btree ("area_code","created_at","id","store_id","state");--> statement-breakpoint
CREATE INDEX "order_created" ON "purchase_order" USING btree ("created_at","id","state");--> statement-breakpoint
CREATE INDEX "order_settled" ON "purchase_order" USING btree ("store_id","settled_at");--> statement-breakpoint
CREATE INDEX "order_reversed" ON "purchase_order" USING btree ("store_id","reversed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_setl" ON "purchase_order" USING btree ("area_code","setl_id");--> statement-breakpoint
CREATE INDEX "order_erp" ON "purchase_order" USING btree ("store_id","erp_bill");--> statement-breakpoint
CREATE INDEX "order_msgid" ON "purchase_order" USING btree ("msgid");--> statement-breakpoint
CREATE INDEX "order_abnormal" ON "purchase_order" USING btree ("store_id","created_at") WHERE state in ('settling','reversing','unknown') or flags <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "order_parked" ON "purchase_order" USING btree ("store_id") WHERE parked;--> statement-breakpoint
CREATE INDEX "order_event_order" ON "order_event" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "slip_order" ON "slip" USING btree ("order_id","kind");--> statement-breakpoint
CREATE INDEX "operation_log_at" ON "operation_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "operation_log_user" ON "operation_log" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "qr_code_store" ON "qr_code" USING btree ("store_id","saved_at");