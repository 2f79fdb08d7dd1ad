-- Sign-ins from before have no session: people sign in once more, without a password where the provider still knows them.
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"org_id" text,
	"client" text NOT NULL,
	"address" text NOT NULL,
	"agent" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ended_tokens" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "ended_tokens" CASCADE;--> statement-breakpoint
DELETE FROM "browser_sessions";--> statement-breakpoint
DROP INDEX "browser_sessions_expiry";--> statement-breakpoint
ALTER TABLE "browser_sessions" ALTER COLUMN "sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "browser_sessions" ADD COLUMN "sid" text NOT NULL;--> statement-breakpoint
ALTER TABLE "browser_sessions" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "browser_sessions" ADD CONSTRAINT "browser_sessions_sid_sessions_sid_fk" FOREIGN KEY ("sid") REFERENCES "public"."sessions"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "browser_sessions_session" ON "browser_sessions" USING btree ("sid");--> statement-breakpoint
ALTER TABLE "browser_sessions" DROP COLUMN "expires_at";