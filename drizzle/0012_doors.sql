CREATE TABLE "agents"."actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"agent_key_id" uuid NOT NULL,
	"action_type" text NOT NULL,
	"payload" text NOT NULL,
	"digest" text NOT NULL,
	"idempotency_key" text,
	"session_id" text,
	"task_id" text,
	"justification" text,
	"required_approvals" integer NOT NULL,
	"status" text NOT NULL,
	"approval_reason" text,
	"error_code" text,
	"policy_version" integer NOT NULL,
	"trace" jsonb NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "actions_status_known" CHECK (status in ('denied', 'pending', 'approved', 'rejected', 'expired')),
	CONSTRAINT "actions_people" CHECK (required_approvals between 0 and 2)
);
--> statement-breakpoint
-- A bucket that is full again after a crash is right; what it counts is not worth a write to disk.
CREATE UNLOGGED TABLE "agents"."key_allowances" (
	"prefix" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "agents"."tool_invocations_claimable";--> statement-breakpoint
ALTER TABLE "agents"."agent_keys" ADD COLUMN "read_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" ADD COLUMN "external" boolean;--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD COLUMN "external" boolean GENERATED ALWAYS AS (contract #>> '{runtime,kind}' = 'external') STORED;--> statement-breakpoint
ALTER TABLE "agents"."actions" ADD CONSTRAINT "actions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."actions" ADD CONSTRAINT "actions_agent_key_id_agent_keys_id_fk" FOREIGN KEY ("agent_key_id") REFERENCES "agents"."agent_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "actions_idempotency" ON "agents"."actions" USING btree ("agent_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "actions_by_agent" ON "agents"."actions" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "tool_invocations_external" ON "agents"."tool_invocations" USING btree ("execution_expires_at") WHERE status = 'running' and external;--> statement-breakpoint
CREATE INDEX "tool_invocations_claimable" ON "agents"."tool_invocations" USING btree ("claimable_at") WHERE status = 'running' and claimed_at is null and external is not true;