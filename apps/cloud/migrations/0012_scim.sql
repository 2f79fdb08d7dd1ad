CREATE TABLE "scim_group_members" (
	"group_id" text NOT NULL,
	"membership_id" text NOT NULL,
	CONSTRAINT "scim_group_members_group_id_membership_id_pk" PRIMARY KEY("group_id","membership_id")
);
--> statement-breakpoint
CREATE TABLE "scim_group_roles" (
	"group_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"workgroup_id" text,
	"workspace_id" text
);
--> statement-breakpoint
CREATE TABLE "scim_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scim_tokens" (
	"org_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"creator" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "scim_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "scim_users" (
	"membership_id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_name" text NOT NULL,
	"external_id" text,
	"names" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "role_grants" DROP CONSTRAINT "role_grants_once";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "deactivated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "role_grants" ADD COLUMN "group_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "amr" text[];--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "acr" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "authenticated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "scim_group_members" ADD CONSTRAINT "scim_group_members_group_id_scim_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."scim_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_group_members" ADD CONSTRAINT "scim_group_members_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_group_roles" ADD CONSTRAINT "scim_group_roles_group_id_scim_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."scim_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_group_roles" ADD CONSTRAINT "scim_group_roles_workgroup_id_workgroups_id_fk" FOREIGN KEY ("workgroup_id") REFERENCES "public"."workgroups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_group_roles" ADD CONSTRAINT "scim_group_roles_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_tokens" ADD CONSTRAINT "scim_tokens_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scim_group_members_of" ON "scim_group_members" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "scim_group_roles_workgroup" ON "scim_group_roles" USING btree ("workgroup_id");--> statement-breakpoint
CREATE INDEX "scim_group_roles_workspace" ON "scim_group_roles" USING btree ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scim_groups_name" ON "scim_groups" USING btree ("org_id",lower("display_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "scim_users_name" ON "scim_users" USING btree ("org_id",lower("user_name"));--> statement-breakpoint
CREATE INDEX "scim_users_external" ON "scim_users" USING btree ("org_id","external_id");--> statement-breakpoint
ALTER TABLE "role_grants" ADD CONSTRAINT "role_grants_group_id_scim_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."scim_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "role_grants_group" ON "role_grants" USING btree ("group_id");--> statement-breakpoint
ALTER TABLE "role_grants" ADD CONSTRAINT "role_grants_once" UNIQUE NULLS NOT DISTINCT("membership_id","name","workgroup_id","workspace_id","group_id");