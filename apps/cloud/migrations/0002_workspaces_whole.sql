CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "addon_configs" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"addon_id" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"metric" text NOT NULL,
	"threshold" double precision NOT NULL,
	"recipients" text[] NOT NULL,
	"firing" boolean DEFAULT false NOT NULL,
	"fired_at" timestamp with time zone,
	"last_mail_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "allowed_ips" (
	"id" text PRIMARY KEY NOT NULL,
	"workgroup_id" text NOT NULL,
	"cidr" text NOT NULL,
	"note" text NOT NULL,
	"creator" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allowed_ips_once" UNIQUE("workgroup_id","cidr")
);
--> statement-breakpoint
CREATE TABLE "backup_schedules" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"pause" boolean NOT NULL,
	"schedule" text NOT NULL,
	"next_run_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" text PRIMARY KEY NOT NULL,
	"database_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"tag" text NOT NULL,
	"is_automatic" boolean NOT NULL,
	"status" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"version" text NOT NULL,
	"manifest" jsonb,
	"operation_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "log_cursors" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"cursor" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "log_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"host" text NOT NULL,
	"component" text NOT NULL,
	"level" text NOT NULL,
	"log" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipients" text[] NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "metrics" (
	"workspace_id" text NOT NULL,
	"resolution" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"cpu_percent" double precision NOT NULL,
	"memory_percent" double precision NOT NULL,
	"memory_bytes" bigint NOT NULL,
	"graph_bytes" bigint NOT NULL,
	"storage_bytes" bigint NOT NULL,
	"queries" integer NOT NULL,
	"query_errors" integer NOT NULL,
	"query_latency" integer[] NOT NULL,
	"requests" integer NOT NULL,
	"rows_loaded" bigint NOT NULL,
	"running_loads" double precision NOT NULL,
	"vertex_count" bigint,
	"edge_count" bigint,
	"covered_seconds" double precision NOT NULL,
	CONSTRAINT "metrics_workspace_id_resolution_at_pk" PRIMARY KEY("workspace_id","resolution","at")
);
--> statement-breakpoint
CREATE TABLE "org_addons" (
	"org_id" text NOT NULL,
	"addon_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "org_addons_org_id_addon_id_pk" PRIMARY KEY("org_id","addon_id")
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"timezone" text NOT NULL,
	"repeat" text NOT NULL,
	"date" text NOT NULL,
	"time" text NOT NULL,
	"repeat_on" text NOT NULL,
	"workspace_type_name" text NOT NULL,
	"next_run_at" timestamp with time zone,
	"last_run_at" timestamp with time zone,
	"last_outcome" text DEFAULT '' NOT NULL,
	"creator" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"id" text PRIMARY KEY NOT NULL,
	"database_id" text NOT NULL,
	"workspace_id" text,
	"size_bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "solution_instances" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"solution_catalog_id" text NOT NULL,
	"name" text NOT NULL,
	"graph_name" text NOT NULL,
	"owner_email" text NOT NULL,
	"data_source_origin" text NOT NULL,
	"status" text NOT NULL,
	"gsql_log" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_intervals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "usage_intervals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workgroup_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"workspace_type_name" text NOT NULL,
	"enable_ha" boolean NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "workspace_addons" (
	"workspace_id" text NOT NULL,
	"addon_id" text NOT NULL,
	"enable" boolean NOT NULL,
	"enable_configuration" boolean NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "workspace_addons_workspace_id_addon_id_pk" PRIMARY KEY("workspace_id","addon_id")
);
--> statement-breakpoint
CREATE TABLE "workspace_readings" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"memory_percent" double precision NOT NULL,
	"data_memory_percent" double precision NOT NULL,
	"volume_percent" double precision NOT NULL,
	"graph_bytes" bigint NOT NULL,
	"vertex_count" bigint,
	"edge_count" bigint
);
--> statement-breakpoint
ALTER TABLE "databases" ADD COLUMN "size_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "payload" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "tier" text DEFAULT 'enterprise' NOT NULL;--> statement-breakpoint
ALTER TABLE "workgroups" ADD COLUMN "enable_allow_list" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "condition_type" text DEFAULT 'Normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "update_strategy" text DEFAULT 'update_strategy_window' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "maintenance_window_day_of_week" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "maintenance_window_hour_of_day" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "maintenance_window_time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "snapshot_id" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "refresh_status" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "refresh_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "enable_copilot" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "addon_configs" ADD CONSTRAINT "addon_configs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allowed_ips" ADD CONSTRAINT "allowed_ips_workgroup_id_workgroups_id_fk" FOREIGN KEY ("workgroup_id") REFERENCES "public"."workgroups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_schedules" ADD CONSTRAINT "backup_schedules_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backups" ADD CONSTRAINT "backups_database_id_databases_id_fk" FOREIGN KEY ("database_id") REFERENCES "public"."databases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_cursors" ADD CONSTRAINT "log_cursors_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metrics" ADD CONSTRAINT "metrics_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_addons" ADD CONSTRAINT "org_addons_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_database_id_databases_id_fk" FOREIGN KEY ("database_id") REFERENCES "public"."databases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solution_instances" ADD CONSTRAINT "solution_instances_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_addons" ADD CONSTRAINT "workspace_addons_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_readings" ADD CONSTRAINT "workspace_readings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addon_configs_of" ON "addon_configs" USING btree ("org_id","addon_id","key");--> statement-breakpoint
CREATE INDEX "alert_rules_workspace" ON "alert_rules" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "backup_schedules_due" ON "backup_schedules" USING btree ("next_run_at");--> statement-breakpoint
CREATE INDEX "backups_database" ON "backups" USING btree ("database_id","created_at");--> statement-breakpoint
CREATE INDEX "backups_workspace" ON "backups" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "log_entries_newest" ON "log_entries" USING btree ("workspace_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "log_entries_arrival" ON "log_entries" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "log_entries_age" ON "log_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "log_entries_text" ON "log_entries" USING gin ("log" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."sent_at" is null and "mails"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "metrics_age" ON "metrics" USING btree ("resolution","at");--> statement-breakpoint
CREATE INDEX "schedules_workspace" ON "schedules" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_run_at");--> statement-breakpoint
CREATE INDEX "snapshots_database" ON "snapshots" USING btree ("database_id");--> statement-breakpoint
CREATE UNIQUE INDEX "solution_instances_one" ON "solution_instances" USING btree ("workspace_id") WHERE "solution_instances"."status" <> 'uninstalled';--> statement-breakpoint
CREATE INDEX "usage_intervals_workspace" ON "usage_intervals" USING btree ("workspace_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "usage_intervals_one_open" ON "usage_intervals" USING btree ("workspace_id") WHERE "usage_intervals"."ended_at" is null;