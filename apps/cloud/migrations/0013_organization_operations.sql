ALTER TABLE "operations" ALTER COLUMN "database_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "org_id" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_organization" ON "operations" USING btree ("account_id") WHERE "operations"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "operations_account" ON "operations" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_subject" CHECK (num_nonnulls("operations"."database_id", "operations"."org_id") = 1);