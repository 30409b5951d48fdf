-- A pair of characters that ten thousand names have costs its whole list in the index before the first of twenty rows is
-- shown. One entry in sixteen has its pairs there a second time, with a minus (grams.ts): that list is read first, and
-- the whole one only where it does not fill the answer. UNION ALL reads its parts in their order and stops at the limit.
-- Rows that came in before are found by the whole list as ever, until their next version. As before: names that begin
-- with the word by their index first; area and kind are hidden from the index of pairs, or the planner walks through the
-- area for a word that it takes for a common one (migration 0070 says the rest).
CREATE OR REPLACE FUNCTION catalogue_named(area text, kinds text[], word text, pairs bigint[], parts text[], most integer)
RETURNS SETOF catalogue_entry LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off AS $$
DECLARE
  sampled bigint[] := ARRAY(SELECT -pair FROM unnest(pairs) pair);
BEGIN
  RETURN QUERY SELECT h.* FROM (
    SELECT * FROM (
      SELECT e.* FROM catalogue_entry e
      WHERE e.area_code = area AND left(e.name, 40) COLLATE "C" >= word AND left(e.name, 40) COLLATE "C" < word || U&'\+10FFFF'
        AND e.kind = ANY (kinds) AND e.valid
      ORDER BY left(e.name, 40) COLLATE "C" LIMIT 50) begun
    UNION ALL
    SELECT e.* FROM catalogue_entry e
    WHERE cardinality(pairs) > 0 AND e.grams @> sampled AND e.area_code || '' = area AND e.kind || '' = ANY (kinds) AND e.valid
      AND (length(word) > 40 OR NOT starts_with(e.name, word)) AND (cardinality(parts) = 0 OR (e.name || ' ' || e.brand) ILIKE ALL (parts))
    UNION ALL
    SELECT e.* FROM catalogue_entry e
    WHERE cardinality(pairs) > 0 AND e.grams @> pairs AND NOT sampled[1] = ANY (e.grams)
      AND e.area_code || '' = area AND e.kind || '' = ANY (kinds) AND e.valid
      AND (length(word) > 40 OR NOT starts_with(e.name, word)) AND (cardinality(parts) = 0 OR (e.name || ' ' || e.brand) ILIKE ALL (parts))
    LIMIT 50) h
  ORDER BY CASE WHEN h.name = word THEN 0 WHEN starts_with(h.name, word) THEN 1 ELSE 2 END, length(h.name), h.code
  LIMIT most;
END $$;
