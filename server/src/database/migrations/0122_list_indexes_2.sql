CREATE INDEX "filing_begin" ON "filing" USING btree ("kind","begin_day","id","store_id");--> statement-breakpoint
CREATE INDEX "filing_state" ON "filing" USING btree ("kind","state","changed_at","id","store_id") WHERE state <> 'uploaded';--> statement-breakpoint
CREATE INDEX "prescription_oldest" ON "prescription" USING btree ("submitted_at","id");