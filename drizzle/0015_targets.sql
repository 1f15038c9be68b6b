CREATE TABLE "agents"."seen_targets" (
	"agent_id" uuid NOT NULL,
	"tool_id" uuid NOT NULL,
	"target" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seen_targets_agent_id_tool_id_target_pk" PRIMARY KEY("agent_id","tool_id","target"),
	CONSTRAINT "seen_targets_is_digest" CHECK (target ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" ADD COLUMN "targets" text[];--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD COLUMN "aims" boolean GENERATED ALWAYS AS (jsonb_path_exists(contract, '$.gate.targets[*]') or jsonb_path_exists(contract, '$.gate.urls[*]')) STORED;