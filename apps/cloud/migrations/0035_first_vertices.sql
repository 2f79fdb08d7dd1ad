-- Lists say whether a workspace is empty: the first vertices of one, and the loss of the last, are told as any change of it
-- (docs/adr/0096-events-of-the-cloud.md). Other counts are not: every reading would be an event.
CREATE FUNCTION "tell_of_reading"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_workgroup('workspace', workgroup_id, NEW.workspace_id) FROM workspaces WHERE id = NEW.workspace_id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "tell" AFTER UPDATE OF "vertex_count" ON "workspace_readings" FOR EACH ROW
WHEN ((coalesce(OLD."vertex_count", 0) > 0) <> (coalesce(NEW."vertex_count", 0) > 0)) EXECUTE FUNCTION "tell_of_reading"();--> statement-breakpoint
CREATE TRIGGER "tell_first" AFTER INSERT ON "workspace_readings" FOR EACH ROW
WHEN (NEW."vertex_count" IS NOT NULL) EXECUTE FUNCTION "tell_of_reading"();
