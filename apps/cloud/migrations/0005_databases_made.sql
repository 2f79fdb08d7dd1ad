ALTER TABLE "databases" ADD COLUMN "is_made" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Of those whose size nobody has looked at yet it is not known: they are made again, which changes nothing.
UPDATE "databases" SET "is_made" = true WHERE "size_bytes" > 0;
