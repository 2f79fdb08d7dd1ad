CREATE TABLE "exploration_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"exploration_id" text NOT NULL,
	"author_id" text NOT NULL,
	"about" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exploration_shares" (
	"exploration_id" text NOT NULL,
	"membership_id" text NOT NULL,
	"permission" text NOT NULL,
	CONSTRAINT "exploration_shares_exploration_id_membership_id_pk" PRIMARY KEY("exploration_id","membership_id")
);
--> statement-breakpoint
CREATE TABLE "exploration_styles" (
	"membership_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"graph" text NOT NULL,
	"styles" text NOT NULL,
	CONSTRAINT "exploration_styles_membership_id_workspace_id_graph_pk" PRIMARY KEY("membership_id","workspace_id","graph")
);
--> statement-breakpoint
CREATE TABLE "explorations" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"graph" text NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"document" text NOT NULL,
	"vertices" integer NOT NULL,
	"edges" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"access" text DEFAULT 'none' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text
);
--> statement-breakpoint
ALTER TABLE "exploration_comments" ADD CONSTRAINT "exploration_comments_exploration_id_explorations_id_fk" FOREIGN KEY ("exploration_id") REFERENCES "public"."explorations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exploration_comments" ADD CONSTRAINT "exploration_comments_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exploration_shares" ADD CONSTRAINT "exploration_shares_exploration_id_explorations_id_fk" FOREIGN KEY ("exploration_id") REFERENCES "public"."explorations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exploration_shares" ADD CONSTRAINT "exploration_shares_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exploration_styles" ADD CONSTRAINT "exploration_styles_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exploration_styles" ADD CONSTRAINT "exploration_styles_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explorations" ADD CONSTRAINT "explorations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explorations" ADD CONSTRAINT "explorations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explorations" ADD CONSTRAINT "explorations_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explorations" ADD CONSTRAINT "explorations_updated_by_accounts_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exploration_comments_exploration" ON "exploration_comments" USING btree ("exploration_id","created_at");--> statement-breakpoint
CREATE INDEX "exploration_shares_membership" ON "exploration_shares" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "exploration_styles_workspace" ON "exploration_styles" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "explorations_workspace" ON "explorations" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "explorations_owner" ON "explorations" USING btree ("org_id","owner_id");