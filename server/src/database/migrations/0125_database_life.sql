-- Names the database that is written at this moment: cluster, database, table and timeline. A restart keeps it; a backup
-- that is played back, a point in time that is gone back to and a standby that takes over are another one. A server of
-- PostgreSQL that does not tell is '' all its life.
CREATE FUNCTION database_life() RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT system_identifier FROM pg_control_system())
    || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())
    || '/' || 'settlement_intent'::regclass::oid
    || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
EXCEPTION WHEN OTHERS THEN
  RETURN '';
END
$$;--> statement-breakpoint
ALTER TABLE "settlement_intent" ADD COLUMN "life" text DEFAULT database_life() NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_intent" ADD COLUMN "undo_asked" boolean DEFAULT false NOT NULL;
