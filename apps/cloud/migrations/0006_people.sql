-- A user becomes an account; their place in their organisation becomes a membership, which holds their roles.
ALTER TABLE "users" RENAME TO "accounts";--> statement-breakpoint
ALTER TABLE "accounts" RENAME CONSTRAINT "users_pkey" TO "accounts_pkey";--> statement-breakpoint
ALTER TABLE "accounts" RENAME CONSTRAINT "users_email_unique" TO "accounts_email_unique";--> statement-breakpoint
ALTER TABLE "accounts" RENAME CONSTRAINT "users_subject_unique" TO "accounts_subject_unique";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "last_org_id" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_last_org_id_organizations_id_fk" FOREIGN KEY ("last_org_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"account_id" text NOT NULL,
	"invited_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"joined_at" timestamp with time zone,
	"last_active_at" timestamp with time zone,
	CONSTRAINT "memberships_once" UNIQUE("org_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_invited_by_accounts_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_account" ON "memberships" USING btree ("account_id");--> statement-breakpoint
INSERT INTO "memberships" ("id", "org_id", "account_id", "created_at", "joined_at")
SELECT gen_random_uuid()::text, "org_id", "id", "created_at", "created_at" FROM "accounts";--> statement-breakpoint
-- Until now an account was made by the operator, or by an issuer that had verified its address.
UPDATE "accounts" SET "last_org_id" = "org_id", "email_verified_at" = "created_at";--> statement-breakpoint
ALTER TABLE "accounts" DROP COLUMN "org_id";--> statement-breakpoint
ALTER TABLE "role_grants" ADD COLUMN "membership_id" text;--> statement-breakpoint
UPDATE "role_grants" SET "membership_id" = "memberships"."id" FROM "memberships" WHERE "memberships"."account_id" = "role_grants"."user_id";--> statement-breakpoint
ALTER TABLE "role_grants" DROP CONSTRAINT "role_grants_once";--> statement-breakpoint
ALTER TABLE "role_grants" DROP COLUMN "user_id";--> statement-breakpoint
ALTER TABLE "role_grants" ALTER COLUMN "membership_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "role_grants" ADD CONSTRAINT "role_grants_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_grants" ADD CONSTRAINT "role_grants_once" UNIQUE NULLS NOT DISTINCT("membership_id","name","workgroup_id","workspace_id");--> statement-breakpoint
ALTER TABLE "password_links" RENAME COLUMN "user_id" TO "account_id";--> statement-breakpoint
ALTER TABLE "password_links" RENAME CONSTRAINT "password_links_user_id_unique" TO "password_links_account_id_unique";--> statement-breakpoint
ALTER TABLE "password_links" RENAME CONSTRAINT "password_links_user_id_users_id_fk" TO "password_links_account_id_accounts_id_fk";--> statement-breakpoint
CREATE TABLE "installation_marks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "installation_marks" ("name", "at") SELECT 'seeded', min("created_at") FROM "organizations" HAVING count(*) > 0;
