CREATE TABLE "editor_file_shares" (
	"file_id" text NOT NULL,
	"membership_id" text NOT NULL,
	"permission" text NOT NULL,
	CONSTRAINT "editor_file_shares_file_id_membership_id_pk" PRIMARY KEY("file_id","membership_id")
);
--> statement-breakpoint
CREATE TABLE "editor_files" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"parent_id" text,
	"name" text NOT NULL,
	"is_folder" boolean NOT NULL,
	"type" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"access" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text,
	"audited_at" timestamp (3) with time zone,
	CONSTRAINT "editor_files_name" UNIQUE NULLS NOT DISTINCT("org_id","owner_id","parent_id","name")
);
--> statement-breakpoint
ALTER TABLE "editor_file_shares" ADD CONSTRAINT "editor_file_shares_file_id_editor_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."editor_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editor_file_shares" ADD CONSTRAINT "editor_file_shares_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editor_files" ADD CONSTRAINT "editor_files_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editor_files" ADD CONSTRAINT "editor_files_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editor_files" ADD CONSTRAINT "editor_files_parent_id_editor_files_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."editor_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editor_files" ADD CONSTRAINT "editor_files_updated_by_accounts_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "editor_file_shares_membership" ON "editor_file_shares" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "editor_files_parent" ON "editor_files" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "editor_files_access" ON "editor_files" USING btree ("org_id","access");