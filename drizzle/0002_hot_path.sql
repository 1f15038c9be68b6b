ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_agent_id_agents_id_fk";
--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_agent_key_id_agent_keys_id_fk";
--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_tool_id_tools_registry_id_fk";
--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_tool_version_id_tool_versions_id_fk";
--> statement-breakpoint
ALTER TABLE "audit"."lanes" ADD COLUMN "at_us" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit"."lanes" ADD COLUMN "prev" "bytea";--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD COLUMN "idempotency" text GENERATED ALWAYS AS (contract ->> 'idempotency') STORED;--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD COLUMN "idempotent" boolean GENERATED ALWAYS AS ((contract ->> 'idempotent')::boolean) STORED;--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD COLUMN "network_mode" text GENERATED ALWAYS AS (contract #>> '{policy,network,mode}') STORED;--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD COLUMN "constraints" jsonb GENERATED ALWAYS AS (contract -> 'constraints') STORED;--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD COLUMN "max_cost" numeric GENERATED ALWAYS AS ((contract ->> 'maxCost')::numeric) STORED;--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD COLUMN "alarmed" boolean GENERATED ALWAYS AS (jsonb_path_exists(findings, '$[*].severity ? (@ == "medium" || @ == "high" || @ == "critical")')) STORED;