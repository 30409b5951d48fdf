CREATE INDEX "catalogue_entry_name" ON "catalogue_entry" USING btree ("area_code",left("name", 40));
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
      WHERE e.area_code = area AND left(e.name, 40) >= word AND left(e.name, 40) < word || U&'\+10FFFF'
        AND e.kind = ANY (kinds) AND e.valid
      ORDER BY left(e.name, 40) LIMIT 50) begun
    UNION ALL
    SELECT e.* FROM catalogue_entry e
    WHERE cardinality(pairs) > 0 AND e.grams @> pairs AND e.area_code || '' = area AND e.kind || '' = ANY (kinds) AND e.valid
      AND NOT starts_with(e.name, word) AND (cardinality(parts) = 0 OR (e.name || ' ' || e.brand) ILIKE ALL (parts))
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
    WHERE e.area_code = area AND e.code >= word AND e.code < word || U&'\+10FFFF' AND e.kind = ANY (kinds) AND e.valid
    ORDER BY e.code LIMIT 100)
    UNION ALL
    (SELECT e.* FROM catalogue_entry e
    WHERE capitals <> word AND e.area_code = area AND e.code >= capitals AND e.code < capitals || U&'\+10FFFF'
      AND e.kind = ANY (kinds) AND e.valid
    ORDER BY e.code LIMIT 100)
    UNION ALL
    (SELECT e.* FROM catalogue_entry e
    WHERE e.area_code = area AND e.initials >= capitals AND e.initials < capitals || U&'\+10FFFF'
      AND e.kind = ANY (kinds) AND e.valid AND NOT starts_with(e.code, word) AND NOT starts_with(e.code, capitals)
    ORDER BY e.initials LIMIT 100)) h
  ORDER BY CASE WHEN h.code = word OR h.name = word THEN 0 WHEN starts_with(h.name, word) THEN 1 ELSE 2 END,
    length(h.name), h.code
  LIMIT most;
END $$;
--> statement-breakpoint
DROP FUNCTION catalogue_hits(text, text[], bigint[], text[], integer);
