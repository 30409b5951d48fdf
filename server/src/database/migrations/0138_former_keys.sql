-- What a centre said stood in the log as it came, with the numbers of persons that it quoted. Before the next one, which
-- locks what settlements write.
UPDATE "operation_log" SET "message" = regexp_replace("message", '[0-9A-Za-z*]{6,}', '…', 'g')
  WHERE NOT "ok" AND "message" LIKE '医保中心：“%' AND "message" ~ '[0-9A-Za-z*]{6,}';--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "older_keys" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "closed_at" timestamp with time zone;