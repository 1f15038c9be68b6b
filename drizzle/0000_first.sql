CREATE SCHEMA "audit";
--> statement-breakpoint
CREATE SCHEMA "agents";
--> statement-breakpoint
CREATE TABLE "agents"."access_levels" (
	"level" text PRIMARY KEY NOT NULL,
	"rank" integer NOT NULL,
	"grants" jsonb NOT NULL,
	CONSTRAINT "access_levels_known" CHECK (level in ('sandboxed', 'restricted', 'standard', 'elevated', 'custom'))
);
--> statement-breakpoint
CREATE TABLE "agents"."agent_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "agent_keys_prefix_unique" UNIQUE("prefix")
);
--> statement-breakpoint
CREATE TABLE "agents"."agents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"access_level" text NOT NULL,
	"custom_grants" jsonb,
	"profile_id" uuid,
	"project_root" text,
	"frozen_at" timestamp with time zone,
	"frozen_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agents_name_unique" UNIQUE("name"),
	CONSTRAINT "agents_level_known" CHECK (access_level in ('sandboxed', 'restricted', 'standard', 'elevated', 'custom')),
	CONSTRAINT "agents_name_plain" CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
	CONSTRAINT "agents_custom_has_grants" CHECK ((access_level = 'custom') = (custom_grants is not null)),
	CONSTRAINT "agents_project_absolute" CHECK (project_root is null or project_root like '/%')
);
--> statement-breakpoint
CREATE TABLE "agents"."profile_overrides" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"subject_kind" text NOT NULL,
	"subject" text NOT NULL,
	"effect" text NOT NULL,
	"people" integer NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "profile_overrides_kind_known" CHECK (subject_kind in ('tool', 'category', 'action_type')),
	CONSTRAINT "profile_overrides_narrow" CHECK ((effect = 'deny' and people = 0) or (effect = 'hold' and people between 1 and 2))
);
--> statement-breakpoint
CREATE TABLE "agents"."profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "profiles_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "agents"."approval_votes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"approval_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"digest" text NOT NULL,
	"reason" text,
	"note" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "approval_votes_decision_known" CHECK (decision in ('approve', 'reject'))
);
--> statement-breakpoint
CREATE TABLE "agents"."approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"digest" text NOT NULL,
	"required" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "approvals_kind_known" CHECK (subject_kind in ('invocation', 'tool_version', 'trust_change', 'team_run', 'action')),
	CONSTRAINT "approvals_status_known" CHECK (status in ('pending', 'approved', 'rejected', 'expired', 'void')),
	CONSTRAINT "approvals_required" CHECK (required between 1 and 2)
);
--> statement-breakpoint
CREATE TABLE "audit"."events" (
	"lane" integer NOT NULL,
	"seq" bigint NOT NULL,
	"version" integer NOT NULL,
	"at_us" bigint NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"prev" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "events_lane_seq_pk" PRIMARY KEY("lane","seq"),
	CONSTRAINT "audit_events_body" CHECK (octet_length(body) <= 65536 and left(body, 1) = '{'),
	CONSTRAINT "audit_events_lane" CHECK (lane between 0 and 15)
);
--> statement-breakpoint
CREATE TABLE "audit"."lanes" (
	"lane" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."invocation_arrows" (
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"when_claimed" boolean
);
--> statement-breakpoint
CREATE TABLE "agents"."invocation_inputs" (
	"invocation_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"input" text NOT NULL,
	"input_digest" text NOT NULL,
	"edited_by" uuid,
	"trace" jsonb NOT NULL,
	"justification" text,
	CONSTRAINT "invocation_inputs_invocation_id_revision_pk" PRIMARY KEY("invocation_id","revision")
);
--> statement-breakpoint
CREATE TABLE "agents"."invocation_outputs" (
	"invocation_id" uuid PRIMARY KEY NOT NULL,
	"raw" "bytea" NOT NULL,
	"raw_digest" text NOT NULL,
	"cleaned" jsonb NOT NULL,
	"cleaned_digest" text NOT NULL,
	"findings" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."invocation_runs" (
	"invocation_id" uuid NOT NULL,
	"fence" integer NOT NULL,
	"worker_id" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"plan" jsonb,
	"usage" jsonb,
	"network" jsonb,
	"exit_code" integer,
	"error" jsonb,
	CONSTRAINT "invocation_runs_invocation_id_fence_pk" PRIMARY KEY("invocation_id","fence")
);
--> statement-breakpoint
CREATE TABLE "agents"."raw_readings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invocation_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"txid" "xid8" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."tool_invocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"agent_key_id" uuid NOT NULL,
	"tool_id" uuid NOT NULL,
	"tool_version_id" uuid NOT NULL,
	"status" text NOT NULL,
	"approval_status" text NOT NULL,
	"approval_reason" text,
	"required_approvals" integer NOT NULL,
	"tier" text NOT NULL,
	"revision" integer NOT NULL,
	"binding_digest" text NOT NULL,
	"policy_version" integer NOT NULL,
	"effect" text NOT NULL,
	"idempotency_key" text,
	"session_id" text,
	"task_id" text,
	"request_id" text,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"claimable_at" timestamp with time zone,
	"execution_expires_at" timestamp with time zone,
	"claimed_at" timestamp with time zone,
	"worker_id" uuid,
	"fence" integer NOT NULL,
	"lease_expires_at" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"expiry_kind" text,
	"cost_estimate" numeric,
	"error_code" text,
	"bypassed_by" text,
	CONSTRAINT "tool_invocations_status_known" CHECK (status in ('denied', 'pending', 'running', 'completed', 'failed', 'rejected', 'expired', 'cancelled', 'unknown')),
	CONSTRAINT "tool_invocations_approval_known" CHECK (approval_status in ('not_required', 'pending', 'approved', 'rejected', 'expired', 'void')),
	CONSTRAINT "tool_invocations_tier_known" CHECK (tier in ('low', 'medium', 'high', 'dual')),
	CONSTRAINT "tool_invocations_people" CHECK (required_approvals between 0 and 2 and revision >= 1 and fence >= 0),
	CONSTRAINT "tool_invocations_key_length" CHECK (length(idempotency_key) <= 255),
	CONSTRAINT "tool_invocations_cost" CHECK (cost_estimate is null or cost_estimate >= 0),
	CONSTRAINT "tool_invocations_expiry_kind" CHECK ((status = 'expired') = (expiry_kind is not null)),
	CONSTRAINT "tool_invocations_started" CHECK (status not in ('running', 'completed', 'unknown') or started_at is not null)
);
--> statement-breakpoint
CREATE TABLE "agents"."events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agents"."events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"txid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"subject" uuid NOT NULL,
	"agent_id" uuid,
	"data" jsonb NOT NULL,
	CONSTRAINT "events_type_known" CHECK (type in ('tool_invocation_approval_required', 'tool_invocation_decided', 'tool_invocation_running', 'tool_invocation_completed', 'tool_invocation_failed', 'tool_invocation_denied', 'tool_invocation_rejected', 'tool_invocation_expired', 'tool_invocation_cancelled', 'tool_invocation_unknown', 'agent_trust_changed', 'tool_version_quarantined'))
);
--> statement-breakpoint
CREATE TABLE "agents"."installation" (
	"one" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	"salt_key" "bytea" NOT NULL,
	CONSTRAINT "installation_single" CHECK (one = 1),
	CONSTRAINT "installation_kind_known" CHECK (kind in ('demo', 'production', 'bench'))
);
--> statement-breakpoint
CREATE TABLE "agents"."kill_switches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"target_id" uuid,
	"reason" text NOT NULL,
	"thrown_by" uuid NOT NULL,
	"thrown_at" timestamp with time zone NOT NULL,
	"released_by" uuid,
	"released_at" timestamp with time zone,
	"release_reason" text,
	CONSTRAINT "kill_switches_scope" CHECK ((scope = 'global') = (target_id is null) and scope in ('global', 'agent', 'tool'))
);
--> statement-breakpoint
CREATE TABLE "agents"."policy_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"document" jsonb NOT NULL,
	"author_id" uuid,
	"activated_by" uuid,
	"activated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	"backends" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"role_since" timestamp with time zone NOT NULL,
	"proposed_role" text,
	"proposed_by" uuid,
	"ever_admin" boolean NOT NULL,
	"counts_from" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "people_email_unique" UNIQUE("email"),
	CONSTRAINT "people_role_known" CHECK (role in ('viewer', 'operator', 'reviewer', 'admin')),
	CONSTRAINT "people_proposal_known" CHECK ((proposed_role is null) = (proposed_by is null)),
	CONSTRAINT "people_proposal_role_known" CHECK (proposed_role in ('viewer', 'operator', 'reviewer', 'admin')),
	CONSTRAINT "people_email_folded" CHECK (email = lower(email) and email like '%_@_%' and length(email) <= 254)
);
--> statement-breakpoint
CREATE TABLE "agents"."person_credentials" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL,
	"memory_kib" integer NOT NULL,
	"passes" integer NOT NULL,
	"parallelism" integer NOT NULL,
	"proof_hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"person_id" uuid NOT NULL,
	"client" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "agents"."setup_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"person_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "agents"."sign_in_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_hash" "bytea" NOT NULL,
	"proof_hash" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"txid" "xid8" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."code_bundles" (
	"sha256" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."tool_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tool_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"definition_hash" text NOT NULL,
	"body_hash" text NOT NULL,
	"part_hashes" jsonb NOT NULL,
	"contract_text" text NOT NULL,
	"contract" jsonb NOT NULL,
	"findings" jsonb NOT NULL,
	"state" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"decision_reason" text,
	CONSTRAINT "tool_versions_state_known" CHECK (state in ('review', 'approved', 'rejected', 'quarantined', 'retired')),
	CONSTRAINT "tool_versions_author_is_not_activator" CHECK (decided_by is null or author_id is null or decided_by <> author_id)
);
--> statement-breakpoint
CREATE TABLE "agents"."tools_registry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_skeleton" text NOT NULL,
	"name_skeleton_folded" text NOT NULL,
	"egress_class" text NOT NULL,
	"safety_class" text NOT NULL,
	"category" text NOT NULL,
	"action_type" text NOT NULL,
	"risk" text,
	"requires_approval" boolean NOT NULL,
	"state" text NOT NULL,
	"pinned_version_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tools_registry_name_unique" UNIQUE("name"),
	CONSTRAINT "tools_registry_name_skeleton_unique" UNIQUE("name_skeleton"),
	CONSTRAINT "tools_registry_name_skeleton_folded_unique" UNIQUE("name_skeleton_folded"),
	CONSTRAINT "tools_registry_egress_known" CHECK (egress_class in ('none', 'read_only', 'write')),
	CONSTRAINT "tools_registry_safety_known" CHECK (safety_class in ('read', 'write', 'network', 'financial', 'privileged')),
	CONSTRAINT "tools_registry_category_known" CHECK (category in ('file_system', 'code_execution', 'version_control', 'web', 'database', 'terminal', 'design', 'communication', 'analytics', 'deployment', 'memory', 'mcp')),
	CONSTRAINT "tools_registry_action_known" CHECK (action_type in ('code:read', 'code:write', 'code:create', 'code:delete', 'code:refactor', 'test:write', 'test:run', 'docs:write', 'vcs:read', 'vcs:commit', 'vcs:push', 'vcs:branch', 'deploy:staging', 'deploy:production', 'comms:internal', 'comms:external', 'budget:spend', 'budget:exceed', 'org:hire', 'org:fire', 'org:promote', 'db:query', 'db:mutate', 'db:admin', 'arch:decide', 'memory:read', 'fs:read', 'fs:write', 'fs:delete', 'web:fetch', 'web:post', 'exec:code', 'exec:command', 'memory:write', 'design:create', 'metrics:read', 'mcp:call')),
	CONSTRAINT "tools_registry_state_known" CHECK (state in ('active', 'drifted', 'quarantined', 'retired')),
	CONSTRAINT "tools_registry_approval_held" CHECK (requires_approval or (egress_class <> 'write' and safety_class not in ('write', 'financial', 'privileged')))
);
--> statement-breakpoint
ALTER TABLE "agents"."agent_keys" ADD CONSTRAINT "agent_keys_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."agent_keys" ADD CONSTRAINT "agent_keys_created_by_people_id_fk" FOREIGN KEY ("created_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD CONSTRAINT "agents_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD CONSTRAINT "agents_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "agents"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."profile_overrides" ADD CONSTRAINT "profile_overrides_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "agents"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."approval_votes" ADD CONSTRAINT "approval_votes_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "agents"."approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."approval_votes" ADD CONSTRAINT "approval_votes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."invocation_inputs" ADD CONSTRAINT "invocation_inputs_invocation_id_tool_invocations_id_fk" FOREIGN KEY ("invocation_id") REFERENCES "agents"."tool_invocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD CONSTRAINT "invocation_outputs_invocation_id_tool_invocations_id_fk" FOREIGN KEY ("invocation_id") REFERENCES "agents"."tool_invocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."invocation_runs" ADD CONSTRAINT "invocation_runs_of" FOREIGN KEY ("invocation_id") REFERENCES "agents"."tool_invocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."raw_readings" ADD CONSTRAINT "raw_readings_invocation_id_tool_invocations_id_fk" FOREIGN KEY ("invocation_id") REFERENCES "agents"."tool_invocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."raw_readings" ADD CONSTRAINT "raw_readings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" ADD CONSTRAINT "tool_invocations_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" ADD CONSTRAINT "tool_invocations_agent_key_id_agent_keys_id_fk" FOREIGN KEY ("agent_key_id") REFERENCES "agents"."agent_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" ADD CONSTRAINT "tool_invocations_tool_id_tools_registry_id_fk" FOREIGN KEY ("tool_id") REFERENCES "agents"."tools_registry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" ADD CONSTRAINT "tool_invocations_tool_version_id_tool_versions_id_fk" FOREIGN KEY ("tool_version_id") REFERENCES "agents"."tool_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."kill_switches" ADD CONSTRAINT "kill_switches_thrown_by_people_id_fk" FOREIGN KEY ("thrown_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."kill_switches" ADD CONSTRAINT "kill_switches_released_by_people_id_fk" FOREIGN KEY ("released_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."policy_versions" ADD CONSTRAINT "policy_versions_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."policy_versions" ADD CONSTRAINT "policy_versions_activated_by_people_id_fk" FOREIGN KEY ("activated_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."people" ADD CONSTRAINT "people_proposed_by_people_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."person_credentials" ADD CONSTRAINT "person_credentials_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."setup_links" ADD CONSTRAINT "setup_links_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD CONSTRAINT "tool_versions_tool_id_tools_registry_id_fk" FOREIGN KEY ("tool_id") REFERENCES "agents"."tools_registry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD CONSTRAINT "tool_versions_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD CONSTRAINT "tool_versions_decided_by_people_id_fk" FOREIGN KEY ("decided_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD CONSTRAINT "tools_registry_pinned_version_id_tool_versions_id_fk" FOREIGN KEY ("pinned_version_id") REFERENCES "agents"."tool_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_keys_by_agent" ON "agents"."agent_keys" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "profile_overrides_once" ON "agents"."profile_overrides" USING btree ("profile_id","subject_kind","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "approval_votes_once" ON "agents"."approval_votes" USING btree ("approval_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_subject" ON "agents"."approvals" USING btree ("subject_kind","subject_id","revision");--> statement-breakpoint
CREATE INDEX "approvals_pending" ON "agents"."approvals" USING btree ("expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_by_decision" ON "agents"."approvals" USING btree ("decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_events_no_fork" ON "audit"."events" USING btree ("lane","prev");--> statement-breakpoint
CREATE INDEX "audit_events_by_subject" ON "audit"."events" USING btree ("subject","at_us");--> statement-breakpoint
CREATE INDEX "audit_events_by_time" ON "audit"."events" USING btree ("at_us","lane","seq");--> statement-breakpoint
CREATE INDEX "audit_events_by_action" ON "audit"."events" USING btree ("action","at_us");--> statement-breakpoint
CREATE INDEX "audit_events_by_actor" ON "audit"."events" USING btree ("actor","at_us");--> statement-breakpoint
CREATE UNIQUE INDEX "invocation_arrows_once" ON "agents"."invocation_arrows" USING btree ("from_status","to_status");--> statement-breakpoint
CREATE INDEX "invocation_runs_by_end" ON "agents"."invocation_runs" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tool_invocations_idempotency" ON "agents"."tool_invocations" USING btree ("agent_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "tool_invocations_pending" ON "agents"."tool_invocations" USING btree ("expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "tool_invocations_claimable" ON "agents"."tool_invocations" USING btree ("claimable_at") WHERE status = 'running' and claimed_at is null;--> statement-breakpoint
CREATE INDEX "tool_invocations_leased" ON "agents"."tool_invocations" USING btree ("lease_expires_at") WHERE status = 'running' and claimed_at is not null;--> statement-breakpoint
CREATE INDEX "tool_invocations_by_agent" ON "agents"."tool_invocations" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "tool_invocations_by_tool" ON "agents"."tool_invocations" USING btree ("tool_id","id");--> statement-breakpoint
CREATE INDEX "tool_invocations_by_status" ON "agents"."tool_invocations" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "tool_invocations_by_time" ON "agents"."tool_invocations" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "events_in_order" ON "agents"."events" USING btree ("txid","id");--> statement-breakpoint
CREATE INDEX "events_by_agent" ON "agents"."events" USING btree ("agent_id","txid","id");--> statement-breakpoint
CREATE UNIQUE INDEX "kill_switches_open" ON "agents"."kill_switches" USING btree ("scope",coalesce(target_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "sessions_by_person" ON "agents"."sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_by_email" ON "agents"."sign_in_attempts" USING btree ("email_hash","at");--> statement-breakpoint
CREATE UNIQUE INDEX "tool_versions_number" ON "agents"."tool_versions" USING btree ("tool_id","number");--> statement-breakpoint
CREATE INDEX "tool_versions_by_hash" ON "agents"."tool_versions" USING btree ("definition_hash");