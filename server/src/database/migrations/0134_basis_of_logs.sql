-- What was written of somebody's illness stood in the log of 特药备案 as well: the log keeps that somebody wrote it. Before
-- the next one, which locks what settlements write.
UPDATE "operation_log" SET "record" = "record" - 'basis' WHERE "call" LIKE 'specialMedical.%' AND "record" ? 'basis';
