ALTER TABLE "memberships" ADD COLUMN "survey" jsonb;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "marketing_done" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Organisations that are there have begun long ago. Of their people, the one of the first start has accepted the terms.
UPDATE "organizations" SET "marketing_done" = true;--> statement-breakpoint
UPDATE "accounts" SET "accepted_tos" = true, "accepted_toc_version" = '1.0.1' WHERE NOT "accepted_tos" AND "email" = (SELECT "creator" FROM "organizations" ORDER BY "created_at", "id" LIMIT 1);
