ALTER TABLE "role_grants" ADD COLUMN "given_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "role_grants" ADD COLUMN "last_used_at" timestamp with time zone;