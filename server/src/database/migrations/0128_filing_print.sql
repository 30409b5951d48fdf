-- Who writes a filing prints its form, too: the product's own roles get what they have in a new database.
UPDATE "menu_role" SET "buttons" = "buttons" || (
  SELECT coalesce(jsonb_agg(jsonb_build_object('menuCode', menu, 'buttonCode', 'print')), '[]'::jsonb)
  FROM unnest(ARRAY['SpecialDiseaseMenu', 'PersonnelFixedFilling', 'SpecialMedicalMenu']) menu
  WHERE NOT "buttons" @> jsonb_build_array(jsonb_build_object('menuCode', menu, 'buttonCode', 'print')))
WHERE "kind" = 'system' AND "code" IN ('clerk', 'pharmacist', 'area');
