CREATE TABLE "audit_seals" (
	"number" integer PRIMARY KEY NOT NULL,
	"last_id" bigint NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	"rows" jsonb NOT NULL,
	"passing" jsonb,
	"passing_digest" text NOT NULL,
	"passing_until" timestamp (3) with time zone,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "actor_id" text;--> statement-breakpoint
CREATE INDEX "audit_seals_passing" ON "audit_seals" USING btree ("passing_until") WHERE "audit_seals"."passing" is not null;