CREATE INDEX "role_grants_workgroup" ON "role_grants" USING btree ("workgroup_id");--> statement-breakpoint
CREATE INDEX "role_grants_workspace" ON "role_grants" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "workspaces_database" ON "workspaces" USING btree ("database_id");