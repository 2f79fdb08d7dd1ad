CREATE TABLE "gone_resources" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"workgroup_name" text NOT NULL,
	"region" text NOT NULL,
	"gone_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"org_id" text NOT NULL,
	"month" text NOT NULL,
	"place" integer NOT NULL,
	"meter" text NOT NULL,
	"workgroup_id" text NOT NULL,
	"workgroup_name" text NOT NULL,
	"resource_id" text NOT NULL,
	"resource_name" text NOT NULL,
	"region" text NOT NULL,
	"description" text NOT NULL,
	"quantity" double precision NOT NULL,
	"unit_price" double precision NOT NULL,
	"price" double precision NOT NULL,
	CONSTRAINT "invoice_lines_org_id_month_place_pk" PRIMARY KEY("org_id","month","place")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"org_id" text NOT NULL,
	"month" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"item_cents" bigint NOT NULL,
	"credit_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"payment_url" text,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_org_id_month_pk" PRIMARY KEY("org_id","month")
);
--> statement-breakpoint
CREATE TABLE "last_prices" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"price" jsonb NOT NULL,
	CONSTRAINT "last_prices_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
CREATE TABLE "storage_meters" (
	"database_id" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_usage" (
	"org_id" text NOT NULL,
	"workgroup_id" text NOT NULL,
	"database_id" text NOT NULL,
	"day" date NOT NULL,
	"byte_seconds" double precision NOT NULL,
	CONSTRAINT "storage_usage_database_id_day_org_id_pk" PRIMARY KEY("database_id","day","org_id")
);
--> statement-breakpoint
ALTER TABLE "usage_intervals" ADD COLUMN "org_id" text;--> statement-breakpoint
ALTER TABLE "usage_intervals" ADD COLUMN "addons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "usage_intervals" SET "org_id" = "workgroups"."org_id" FROM "workgroups" WHERE "workgroups"."id" = "usage_intervals"."workgroup_id";--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice" FOREIGN KEY ("org_id","month") REFERENCES "public"."invoices"("org_id","month") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_meters" ADD CONSTRAINT "storage_meters_database_id_databases_id_fk" FOREIGN KEY ("database_id") REFERENCES "public"."databases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_unpaid" ON "invoices" USING btree ("org_id") WHERE "invoices"."status" in ('Processing', 'In Grace Period');--> statement-breakpoint
CREATE INDEX "storage_usage_org" ON "storage_usage" USING btree ("org_id","day");--> statement-breakpoint
CREATE INDEX "storage_usage_age" ON "storage_usage" USING btree ("day");--> statement-breakpoint
CREATE INDEX "usage_intervals_org" ON "usage_intervals" USING btree ("org_id","ended_at");