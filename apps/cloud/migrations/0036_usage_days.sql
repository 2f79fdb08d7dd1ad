CREATE TABLE "usage_days" (
	"org_id" text NOT NULL,
	"day" date NOT NULL,
	"workgroup_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"workspace_type_name" text NOT NULL,
	"enable_ha" boolean NOT NULL,
	"addons" text[] NOT NULL,
	"micros" bigint NOT NULL,
	CONSTRAINT "usage_days_pk" PRIMARY KEY("org_id","day","workspace_id","workgroup_id","workspace_type_name","enable_ha","addons")
);
--> statement-breakpoint
CREATE TABLE "usage_marks" (
	"org_id" text PRIMARY KEY NOT NULL,
	"until" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_marks" ADD CONSTRAINT "usage_marks_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Days that are written no longer hold when intervals before them change: the first of these days is written again.
-- The lock is that of the task which writes them (src/operations/usage-days.ts).
CREATE FUNCTION "reopen_usage_days"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed timestamptz;
BEGIN
  IF TG_OP = 'INSERT' THEN
    changed := NEW.started_at;
  ELSIF TG_OP = 'DELETE' THEN
    changed := OLD.started_at;
  ELSIF (OLD.org_id, OLD.workgroup_id, OLD.workspace_id, OLD.workspace_type_name, OLD.enable_ha, OLD.addons, OLD.started_at)
    IS DISTINCT FROM
    (NEW.org_id, NEW.workgroup_id, NEW.workspace_id, NEW.workspace_type_name, NEW.enable_ha, NEW.addons, NEW.started_at)
  THEN
    changed := least(OLD.started_at, NEW.started_at);
  ELSE
    -- An open end is later than any other.
    changed := least(OLD.ended_at, NEW.ended_at);
  END IF;
  IF changed < date_trunc('day', clock_timestamp(), 'UTC') THEN
    PERFORM pg_advisory_xact_lock_shared(7205772);
  END IF;
  UPDATE "usage_marks" SET "until" = (changed AT TIME ZONE 'UTC')::date
  WHERE "org_id" IN (OLD.org_id, NEW.org_id) AND "until" > (changed AT TIME ZONE 'UTC')::date;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "reopen_days" AFTER INSERT OR UPDATE OR DELETE ON "usage_intervals" FOR EACH ROW EXECUTE FUNCTION "reopen_usage_days"();
