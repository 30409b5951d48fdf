CREATE TABLE "recon_figure_row" (
	"group_id" text NOT NULL,
	"setl_id" text NOT NULL,
	"refunded" boolean NOT NULL,
	"mdtrt_id" text NOT NULL,
	"msgid" text NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	"total" bigint NOT NULL,
	"pool" bigint NOT NULL,
	"aid" bigint NOT NULL,
	"account" bigint NOT NULL,
	"cash" bigint NOT NULL,
	CONSTRAINT "recon_figure_row_group_id_setl_id_refunded_pk" PRIMARY KEY("group_id","setl_id","refunded")
);
--> statement-breakpoint
CREATE TABLE "recon_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"total" bigint NOT NULL,
	"pool" bigint NOT NULL,
	"aid" bigint NOT NULL,
	"account" bigint NOT NULL,
	"cash" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"pulled_at" timestamp with time zone
);
