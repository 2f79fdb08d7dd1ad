ALTER TABLE "alert_rules" ADD COLUMN "last_mail_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "alert_rules" SET "last_mail_ids" = ARRAY["last_mail_id"] WHERE "last_mail_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" DROP COLUMN "last_mail_id";