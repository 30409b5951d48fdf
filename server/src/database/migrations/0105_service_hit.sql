CREATE TABLE "service_hit" (
	"day" text NOT NULL,
	"call" text NOT NULL,
	"company_id" text NOT NULL,
	"calls" integer NOT NULL,
	"cached" integer NOT NULL,
	"hits" integer NOT NULL,
	"errors" integer NOT NULL,
	"ms" bigint NOT NULL,
	"users" integer NOT NULL,
	CONSTRAINT "service_hit_day_call_company_id_pk" PRIMARY KEY("day","call","company_id")
);
--> statement-breakpoint
CREATE TABLE "service_user" (
	"day" text NOT NULL,
	"call" text NOT NULL,
	"user_id" text NOT NULL,
	"company_id" text NOT NULL,
	CONSTRAINT "service_user_day_call_user_id_pk" PRIMARY KEY("day","call","user_id")
);
--> statement-breakpoint
CREATE INDEX "service_hit_call" ON "service_hit" USING btree ("call","day");--> statement-breakpoint
CREATE INDEX "service_user_call" ON "service_user" USING btree ("call","day");