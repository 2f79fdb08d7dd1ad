-- Tells every control plane of the database what has changed, when the transaction commits (docs/adr/0096-events-of-the-cloud.md).
CREATE FUNCTION "tell_of_workgroup"("kind" text, "workgroup" text, "workspace" text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('acacia_events', json_build_object(
    'kind', "kind", 'org', "org_id", 'workgroup', "id", 'workspace', "workspace")::text)
  FROM "workgroups" WHERE "id" = "workgroup"
$$;--> statement-breakpoint
CREATE FUNCTION "tell_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  CASE TG_TABLE_NAME
    WHEN 'workgroups' THEN
      PERFORM pg_notify('acacia_events', json_build_object(
        'kind', 'workgroup', 'org', changed.org_id, 'workgroup', changed.id)::text);
    WHEN 'databases', 'allowed_ips' THEN
      PERFORM tell_of_workgroup('workgroup', changed.workgroup_id, NULL);
    WHEN 'workspaces' THEN
      PERFORM tell_of_workgroup('workspace', changed.workgroup_id, changed.id);
    WHEN 'operations' THEN
      PERFORM tell_of_workgroup('workspace', workgroup_id, changed.workspace_id)
      FROM databases WHERE id = changed.database_id;
    WHEN 'solution_instances' THEN
      PERFORM tell_of_workgroup('solution', workgroup_id, changed.workspace_id)
      FROM workspaces WHERE id = changed.workspace_id;
    WHEN 'audit_entries' THEN
      PERFORM pg_notify('acacia_events', json_build_object(
        'kind', 'call', 'org', changed.org_id, 'action', changed.action)::text);
    WHEN 'role_grants' THEN
      PERFORM pg_notify('acacia_events', json_build_object(
        'kind', 'access', 'org', org_id, 'account', account_id)::text)
      FROM memberships WHERE id = changed.membership_id;
    WHEN 'memberships' THEN
      PERFORM pg_notify('acacia_events', json_build_object(
        'kind', 'access', 'org', changed.org_id, 'account', changed.account_id)::text);
    WHEN 'sessions' THEN
      PERFORM pg_notify('acacia_events', json_build_object('kind', 'session', 'sid', changed.sid)::text);
  END CASE;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "tell" AFTER INSERT OR UPDATE OR DELETE ON "workgroups" FOR EACH ROW EXECUTE FUNCTION "tell_of_row"();--> statement-breakpoint
CREATE TRIGGER "tell" AFTER INSERT OR UPDATE OF "name" OR DELETE ON "databases" FOR EACH ROW EXECUTE FUNCTION "tell_of_row"();--> statement-breakpoint
CREATE TRIGGER "tell" AFTER INSERT OR UPDATE OR DELETE ON "allowed_ips" FOR EACH ROW EXECUTE FUNCTION "tell_of_row"();--> statement-breakpoint
CREATE TRIGGER "tell" AFTER INSERT OR UPDATE OR DELETE ON "workspaces" FOR EACH ROW EXECUTE FUNCTION "tell_of_row"();--> statement-breakpoint
CREATE TRIGGER "tell" AFTER INSERT OR UPDATE OF "state", "step" ON "operations" FOR EACH ROW EXECUTE FUNCTION "tell_of_row"();--> statement-breakpoint
CREATE TRIGGER "tell" AFTER INSERT OR UPDATE OF "status" OR DELETE ON "solution_instances" FOR EACH ROW EXECUTE FUNCTION "tell_of_row"();--> statement-breakpoint
CREATE TRIGGER "tell" AFTER INSERT ON "audit_entries" FOR EACH ROW WHEN (NEW."outcome" = 'ok') EXECUTE FUNCTION "tell_of_row"();--> statement-breakpoint
CREATE TRIGGER "tell" AFTER INSERT OR DELETE ON "role_grants" FOR EACH ROW EXECUTE FUNCTION "tell_of_row"();--> statement-breakpoint
CREATE TRIGGER "tell" AFTER INSERT OR UPDATE OF "joined_at", "deactivated_at" OR DELETE ON "memberships" FOR EACH ROW EXECUTE FUNCTION "tell_of_row"();--> statement-breakpoint
CREATE TRIGGER "tell" AFTER UPDATE OF "ended_at" OR DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION "tell_of_row"();
