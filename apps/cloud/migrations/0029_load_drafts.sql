CREATE TABLE "load_drafts" (
	"membership_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"graph" text NOT NULL,
	"version" integer NOT NULL,
	"draft" text,
	"files" integer NOT NULL,
	"mappings" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "load_drafts_membership_id_workspace_id_graph_pk" PRIMARY KEY("membership_id","workspace_id","graph")
);
--> statement-breakpoint
ALTER TABLE "load_drafts" ADD CONSTRAINT "load_drafts_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_drafts" ADD CONSTRAINT "load_drafts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "load_drafts_workspace" ON "load_drafts" USING btree ("workspace_id");