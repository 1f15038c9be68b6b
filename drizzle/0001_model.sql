CREATE TABLE "agents"."standing_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"effect" text NOT NULL,
	"tool_version_id" uuid NOT NULL,
	"agent_id" uuid,
	"pattern" jsonb NOT NULL,
	"made_from" uuid NOT NULL,
	"made_by" uuid NOT NULL,
	"reason" text NOT NULL,
	"max_uses" integer NOT NULL,
	"uses" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_by" uuid,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "standing_rules_effect_known" CHECK (effect in ('approve', 'deny')),
	CONSTRAINT "standing_rules_scoped" CHECK (effect = 'deny' or agent_id is not null),
	CONSTRAINT "standing_rules_counted" CHECK (max_uses between 1 and 10000 and uses between 0 and max_uses),
	CONSTRAINT "standing_rules_end" CHECK (expires_at > created_at and expires_at <= created_at + interval '90 days'),
	CONSTRAINT "standing_rules_revoked" CHECK ((revoked_by is null) = (revoked_at is null))
);
--> statement-breakpoint
CREATE TABLE "agents"."secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"sealed_to" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "secrets_name_plain" CHECK (name ~ '^[a-z0-9][a-z0-9_.-]{0,62}$'),
	CONSTRAINT "secrets_sealed" CHECK ((retired_at is null) = (octet_length(sealed) > 0))
);
--> statement-breakpoint
CREATE TABLE "agents"."settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" numeric NOT NULL,
	"least" numeric NOT NULL,
	"most" numeric NOT NULL,
	"unit" text NOT NULL,
	"description" text NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp with time zone,
	CONSTRAINT "settings_in_bounds" CHECK (value between least and most)
);
--> statement-breakpoint
CREATE TABLE "agents"."team_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"agent_key_id" uuid NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"plan_digest" text NOT NULL,
	"idempotency_key" text,
	"required_approvals" integer NOT NULL,
	"approval_status" text NOT NULL,
	"approval_reason" text,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "team_runs_status_known" CHECK (approval_status in ('pending', 'approved', 'rejected', 'expired')),
	CONSTRAINT "team_runs_people" CHECK (required_approvals between 1 and 2)
);
--> statement-breakpoint
CREATE TABLE "agents"."agent_trust" (
	"agent_id" uuid NOT NULL,
	"category" text NOT NULL,
	"level" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_trust_agent_id_category_pk" PRIMARY KEY("agent_id","category"),
	CONSTRAINT "agent_trust_category_known" CHECK (category in ('all', 'file_system', 'code_execution', 'version_control', 'web', 'database', 'terminal', 'design', 'communication', 'analytics', 'deployment', 'memory', 'mcp')),
	CONSTRAINT "agent_trust_level_known" CHECK (level in ('sandboxed', 'restricted', 'standard', 'elevated'))
);
--> statement-breakpoint
CREATE TABLE "agents"."trust_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"category" text NOT NULL,
	"from_level" text,
	"to_level" text NOT NULL,
	"state" text NOT NULL,
	"proposed_by" uuid,
	"reason" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "trust_changes_category_known" CHECK (category in ('all', 'file_system', 'code_execution', 'version_control', 'web', 'database', 'terminal', 'design', 'communication', 'analytics', 'deployment', 'memory', 'mcp')),
	CONSTRAINT "trust_changes_level_known" CHECK (to_level in ('sandboxed', 'restricted', 'standard', 'elevated')),
	CONSTRAINT "trust_changes_state_known" CHECK (state in ('proposed', 'applied', 'rejected', 'expired')),
	CONSTRAINT "trust_changes_decided" CHECK ((state = 'proposed') = (decided_at is null))
);
--> statement-breakpoint
ALTER TABLE "agents"."standing_rules" ADD CONSTRAINT "standing_rules_tool_version_id_tool_versions_id_fk" FOREIGN KEY ("tool_version_id") REFERENCES "agents"."tool_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."standing_rules" ADD CONSTRAINT "standing_rules_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."standing_rules" ADD CONSTRAINT "standing_rules_made_from_tool_invocations_id_fk" FOREIGN KEY ("made_from") REFERENCES "agents"."tool_invocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."standing_rules" ADD CONSTRAINT "standing_rules_made_by_people_id_fk" FOREIGN KEY ("made_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."standing_rules" ADD CONSTRAINT "standing_rules_revoked_by_people_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."secrets" ADD CONSTRAINT "secrets_created_by_people_id_fk" FOREIGN KEY ("created_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."settings" ADD CONSTRAINT "settings_changed_by_people_id_fk" FOREIGN KEY ("changed_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."team_runs" ADD CONSTRAINT "team_runs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."team_runs" ADD CONSTRAINT "team_runs_agent_key_id_agent_keys_id_fk" FOREIGN KEY ("agent_key_id") REFERENCES "agents"."agent_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."agent_trust" ADD CONSTRAINT "agent_trust_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."trust_changes" ADD CONSTRAINT "trust_changes_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."trust_changes" ADD CONSTRAINT "trust_changes_proposed_by_people_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "standing_rules_in_force" ON "agents"."standing_rules" USING btree ("tool_version_id","agent_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "secrets_version" ON "agents"."secrets" USING btree ("name","version");--> statement-breakpoint
CREATE UNIQUE INDEX "secrets_in_force" ON "agents"."secrets" USING btree ("name") WHERE retired_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "team_runs_idempotency" ON "agents"."team_runs" USING btree ("agent_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "team_runs_by_agent" ON "agents"."team_runs" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "trust_changes_by_agent" ON "agents"."trust_changes" USING btree ("agent_id","id");