CREATE TABLE "audit_shipments" (
	"url" text PRIMARY KEY NOT NULL,
	"seal" integer NOT NULL
);
