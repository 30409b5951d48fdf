CREATE TABLE "prescription_former" (
	"prescription_id" text NOT NULL,
	"revision" integer NOT NULL,
	"paper" text NOT NULL,
	"reviews" jsonb NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "prescription_former_prescription_id_revision_pk" PRIMARY KEY("prescription_id","revision")
);
--> statement-breakpoint
CREATE TABLE "prescription_former_image" (
	"prescription_id" text NOT NULL,
	"revision" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "prescription_former_image_prescription_id_revision_pk" PRIMARY KEY("prescription_id","revision")
);
--> statement-breakpoint
ALTER TABLE "prescription_image" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;