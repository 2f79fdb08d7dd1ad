CREATE TABLE "past_loads" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"load" text NOT NULL,
	CONSTRAINT "past_loads_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "past_loads" ADD CONSTRAINT "past_loads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "past_loads_newest" ON "past_loads" USING btree ("workspace_id","started_at");