CREATE TABLE "completed_tasks" (
	"org_id" text NOT NULL,
	"task" text NOT NULL,
	"credits" integer NOT NULL,
	"completed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "completed_tasks_org_id_task_pk" PRIMARY KEY("org_id","task")
);
--> statement-breakpoint
ALTER TABLE "completed_tasks" ADD CONSTRAINT "completed_tasks_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("org_id","action","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("org_id","actor_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_resource" ON "audit_entries" USING btree ("org_id","resource" text_pattern_ops,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_failed" ON "audit_entries" USING btree ("org_id","id" DESC NULLS LAST) WHERE "audit_entries"."outcome" = 'failed';--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("org_id","at");