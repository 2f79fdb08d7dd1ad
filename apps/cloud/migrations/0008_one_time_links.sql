CREATE TABLE "one_time_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" text,
	"email" text NOT NULL,
	"org_id" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "link_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_links_account" ON "one_time_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "one_time_links_email" ON "one_time_links" USING btree ("email");--> statement-breakpoint
CREATE INDEX "one_time_links_expiry" ON "one_time_links" USING btree ("expires_at");--> statement-breakpoint
INSERT INTO "one_time_links" ("hash", "kind", "account_id", "email", "expires_at")
SELECT "password_links"."hash", 'first-password', "accounts"."id", "accounts"."email", "password_links"."expires_at" FROM "password_links" JOIN "accounts" ON "accounts"."id" = "password_links"."account_id";--> statement-breakpoint
DROP TABLE "password_links" CASCADE;