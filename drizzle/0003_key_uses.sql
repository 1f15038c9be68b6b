CREATE TABLE "agents"."agent_key_uses" (
	"key_id" uuid PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "audit"."events" DROP CONSTRAINT "audit_events_lane";--> statement-breakpoint
ALTER TABLE "agents"."agent_key_uses" ADD CONSTRAINT "agent_key_uses_key_id_agent_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "agents"."agent_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "agents"."agent_key_uses" ("key_id", "used_at") SELECT "id", "last_used_at" FROM "agents"."agent_keys";--> statement-breakpoint
ALTER TABLE "agents"."agent_keys" DROP COLUMN "last_used_at";--> statement-breakpoint
ALTER TABLE "audit"."events" ADD CONSTRAINT "audit_events_lane" CHECK (lane between 0 and 15 and seq >= 1 and version = 1);