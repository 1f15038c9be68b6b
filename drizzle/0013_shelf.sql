CREATE TABLE "agents"."memories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"invocation_id" uuid NOT NULL,
	"key" text,
	"text" text NOT NULL,
	"tags" text[] NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, text)) STORED NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"removed_by" uuid,
	"removed_why" text,
	CONSTRAINT "memories_removed" CHECK ((removed_at is null) = (text <> ''))
);
--> statement-breakpoint
CREATE TABLE "agents"."notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"invocation_id" uuid NOT NULL,
	"level" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"dismissed_at" timestamp with time zone,
	"dismissed_by" uuid,
	CONSTRAINT "notices_level_known" CHECK (level in ('info', 'warning', 'urgent'))
);
--> statement-breakpoint
ALTER TABLE "agents"."memories" ADD CONSTRAINT "memories_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."memories" ADD CONSTRAINT "memories_removed_by_people_id_fk" FOREIGN KEY ("removed_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."notices" ADD CONSTRAINT "notices_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."notices" ADD CONSTRAINT "notices_dismissed_by_people_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "memories_by_call" ON "agents"."memories" USING btree ("invocation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "memories_by_key" ON "agents"."memories" USING btree ("agent_id","key") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "memories_of_agent" ON "agents"."memories" USING btree ("agent_id","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "memories_by_word" ON "agents"."memories" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_by_call" ON "agents"."notices" USING btree ("invocation_id");--> statement-breakpoint
CREATE INDEX "notices_open" ON "agents"."notices" USING btree ("id") WHERE dismissed_at is null;--> statement-breakpoint
CREATE INDEX "notices_open_of_agent" ON "agents"."notices" USING btree ("agent_id") WHERE dismissed_at is null;