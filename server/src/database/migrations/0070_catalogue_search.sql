-- What begins with a text is looked for by characters, whatever order the database sorts words in.
DROP INDEX "catalogue_entry_code";
--> statement-breakpoint
CREATE INDEX "catalogue_entry_code" ON "catalogue_entry" USING btree ("area_code","code" collate "C");
--> statement-breakpoint
DROP INDEX "catalogue_entry_initials";
--> statement-breakpoint
CREATE INDEX "catalogue_entry_initials" ON "catalogue_entry" USING btree ("area_code","initials" collate "C");
--> statement-breakpoint
CREATE INDEX "catalogue_entry_name" ON "catalogue_entry" USING btree ("area_code",left("name", 40) collate "C");
--> statement-breakpoint
-- The search of a catalogue, asked with every key that is pressed. Written here because a statement that the planner sees
-- anew each time costs more to plan than to run, and kept plans made for any word read the table for a rare one; the
-- settings of these functions leave one plan whatever the word, made once per connection. Both answer the valid entries
-- in their order: the hit itself, names that begin with the word, short names.
--
-- By Chinese characters: names that begin with the word by their index, in the order of names (so a common word needs no
-- more than the rows it shows), then those that hold its pairs anywhere, up to fifty of both. Area and kind are
-- hidden from the index in that part, or the planner walks through the area for a word that it takes for a common one.
CREATE FUNCTION catalogue_named(area text, kinds text[], word text, pairs bigint[], parts text[], most integer)
RETURNS SETOF catalogue_entry LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off AS $$
BEGIN
  RETURN QUERY SELECT h.* FROM (
    SELECT * FROM (
      SELECT e.* FROM catalogue_entry e
      WHERE e.area_code = area AND left(e.name, 40) COLLATE "C" >= word AND left(e.name, 40) COLLATE "C" < word || U&'\+10FFFF'
        AND e.kind = ANY (kinds) AND e.valid
      ORDER BY left(e.name, 40) COLLATE "C" LIMIT 50) begun
    UNION ALL
    SELECT e.* FROM catalogue_entry e
    WHERE cardinality(pairs) > 0 AND e.grams @> pairs AND e.area_code || '' = area AND e.kind || '' = ANY (kinds) AND e.valid
      AND (length(word) > 40 OR NOT starts_with(e.name, word)) AND (cardinality(parts) = 0 OR (e.name || ' ' || e.brand) ILIKE ALL (parts))
    LIMIT 50) h
  ORDER BY CASE WHEN h.name = word THEN 0 WHEN starts_with(h.name, word) THEN 1 ELSE 2 END, length(h.name), h.code
  LIMIT most;
END $$;
--> statement-breakpoint
-- By the beginning of a code, as typed or in capitals, or of the initials: a hundred of each at most, by their indexes.
CREATE FUNCTION catalogue_coded(area text, kinds text[], word text, most integer)
RETURNS SETOF catalogue_entry LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
DECLARE
  capitals text := upper(word);
BEGIN
  RETURN QUERY SELECT h.* FROM (
    (SELECT e.* FROM catalogue_entry e
    WHERE e.area_code = area AND e.code COLLATE "C" >= word AND e.code COLLATE "C" < word || U&'\+10FFFF'
      AND e.kind = ANY (kinds) AND e.valid
    ORDER BY e.code COLLATE "C" LIMIT 100)
    UNION ALL
    (SELECT e.* FROM catalogue_entry e
    WHERE capitals <> word AND e.area_code = area AND e.code COLLATE "C" >= capitals AND e.code COLLATE "C" < capitals || U&'\+10FFFF'
      AND e.kind = ANY (kinds) AND e.valid
    ORDER BY e.code COLLATE "C" LIMIT 100)
    UNION ALL
    (SELECT e.* FROM catalogue_entry e
    WHERE e.area_code = area AND e.initials COLLATE "C" >= capitals AND e.initials COLLATE "C" < capitals || U&'\+10FFFF'
      AND e.kind = ANY (kinds) AND e.valid AND NOT starts_with(e.code, word) AND NOT starts_with(e.code, capitals)
    ORDER BY e.initials COLLATE "C" LIMIT 100)) h
  ORDER BY CASE WHEN h.code = word OR h.name = word THEN 0 WHEN starts_with(h.name, word) THEN 1 ELSE 2 END,
    length(h.name), h.code
  LIMIT most;
END $$;
--> statement-breakpoint
DROP FUNCTION catalogue_hits(text, text[], bigint[], text[], integer);
