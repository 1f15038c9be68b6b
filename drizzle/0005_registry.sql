CREATE TABLE "agents"."author_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "author_keys_prefix_unique" UNIQUE("prefix")
);
--> statement-breakpoint
CREATE TABLE "agents"."mcp_listings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"worker_id" uuid NOT NULL,
	"server_root" text NOT NULL,
	"protocol" text,
	"instructions" text,
	"instructions_findings" jsonb NOT NULL,
	"tools" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."mcp_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_skeleton" text NOT NULL,
	"name_skeleton_folded" text NOT NULL,
	"transport" jsonb NOT NULL,
	"policy" jsonb NOT NULL,
	"declared" jsonb NOT NULL,
	"config_hash" text NOT NULL,
	"state" text NOT NULL,
	"state_reason" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"listing_id" uuid,
	"listed_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"error_message" text,
	"sync_requested_at" timestamp with time zone,
	"sync_why" text,
	"sync_claimed_at" timestamp with time zone,
	"sync_worker_id" uuid,
	"sync_fence" bigint DEFAULT 0 NOT NULL,
	"sync_lease_expires_at" timestamp with time zone,
	CONSTRAINT "mcp_servers_name_unique" UNIQUE("name"),
	CONSTRAINT "mcp_servers_name_skeleton_unique" UNIQUE("name_skeleton"),
	CONSTRAINT "mcp_servers_name_skeleton_folded_unique" UNIQUE("name_skeleton_folded"),
	CONSTRAINT "mcp_servers_state_known" CHECK (state in ('connecting', 'listed', 'failing', 'retired')),
	CONSTRAINT "mcp_servers_name_plain" CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
	CONSTRAINT "mcp_servers_config_hashed" CHECK (config_hash ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "agents"."tool_drifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tool_id" uuid NOT NULL,
	"from_version_id" uuid NOT NULL,
	"to_version_id" uuid,
	"severity" text NOT NULL,
	"changes" jsonb NOT NULL,
	"found_by" text NOT NULL,
	"invocation_id" uuid,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"times" integer NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	CONSTRAINT "tool_drifts_severity_known" CHECK (severity in ('none', 'info', 'review', 'critical')),
	CONSTRAINT "tool_drifts_found_known" CHECK (found_by in ('import', 'requested', 'schedule', 'list_changed', 'dispatch')),
	CONSTRAINT "tool_drifts_resolved" CHECK ((resolved_at is null) = (resolution is null))
);
--> statement-breakpoint
CREATE TABLE "agents"."action_types" (
	"name" text PRIMARY KEY NOT NULL,
	"description" text NOT NULL,
	"built_in" boolean NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "action_types_plain" CHECK (name ~ '^[a-z][a-z0-9_]{0,31}:[a-z][a-z0-9_]{0,31}$')
);
--> statement-breakpoint
-- Known before the first tool refers to them.
INSERT INTO "agents"."action_types" ("name", "description", "built_in", "created_at") SELECT name, '', true, now() FROM unnest(array[
	'code:read', 'code:write', 'code:create', 'code:delete', 'code:refactor', 'test:write', 'test:run', 'docs:write',
	'vcs:read', 'vcs:commit', 'vcs:push', 'vcs:branch', 'deploy:staging', 'deploy:production', 'comms:internal',
	'comms:external', 'budget:spend', 'budget:exceed', 'org:hire', 'org:fire', 'org:promote', 'db:query', 'db:mutate',
	'db:admin', 'arch:decide', 'memory:read', 'fs:read', 'fs:write', 'fs:delete', 'web:fetch', 'web:post', 'exec:code',
	'exec:command', 'memory:write', 'design:create', 'metrics:read', 'mcp:call'
]) AS name;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" DROP CONSTRAINT "tools_registry_action_known";--> statement-breakpoint
ALTER TABLE "agents"."standing_rules" DROP CONSTRAINT "standing_rules_revoked";--> statement-breakpoint
DROP INDEX "agents"."tool_versions_by_hash";--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD COLUMN "source" text DEFAULT 'sdk' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD COLUMN "server_id" uuid;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD COLUMN "approval_forced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD COLUMN "state_reason" text;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD COLUMN "source" text DEFAULT 'sdk' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD COLUMN "server_id" uuid;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD COLUMN "upstream_name" text;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD COLUMN "serve_while_drifted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', name || ' ' || translate(name || ' ' || left(description, 4096), './-_:@,;()[]{}<>"', '                 '))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."standing_rules" ADD COLUMN "revocation" text;--> statement-breakpoint
ALTER TABLE "agents"."author_keys" ADD CONSTRAINT "author_keys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."mcp_listings" ADD CONSTRAINT "mcp_listings_server_id_mcp_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "agents"."mcp_servers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."mcp_listings" ADD CONSTRAINT "mcp_listings_worker_id_workers_id_fk" FOREIGN KEY ("worker_id") REFERENCES "agents"."workers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."mcp_servers" ADD CONSTRAINT "mcp_servers_created_by_people_id_fk" FOREIGN KEY ("created_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."mcp_servers" ADD CONSTRAINT "mcp_servers_sync_worker_id_workers_id_fk" FOREIGN KEY ("sync_worker_id") REFERENCES "agents"."workers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_drifts" ADD CONSTRAINT "tool_drifts_tool_id_tools_registry_id_fk" FOREIGN KEY ("tool_id") REFERENCES "agents"."tools_registry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_drifts" ADD CONSTRAINT "tool_drifts_from_version_id_tool_versions_id_fk" FOREIGN KEY ("from_version_id") REFERENCES "agents"."tool_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_drifts" ADD CONSTRAINT "tool_drifts_to_version_id_tool_versions_id_fk" FOREIGN KEY ("to_version_id") REFERENCES "agents"."tool_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tool_drifts" ADD CONSTRAINT "tool_drifts_invocation_id_tool_invocations_id_fk" FOREIGN KEY ("invocation_id") REFERENCES "agents"."tool_invocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."action_types" ADD CONSTRAINT "action_types_created_by_people_id_fk" FOREIGN KEY ("created_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "author_keys_by_person" ON "agents"."author_keys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "mcp_listings_by_server" ON "agents"."mcp_listings" USING btree ("server_id","at");--> statement-breakpoint
CREATE INDEX "mcp_servers_due" ON "agents"."mcp_servers" USING btree ("sync_requested_at") WHERE sync_requested_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tool_drifts_open" ON "agents"."tool_drifts" USING btree ("tool_id",coalesce(to_version_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "tool_drifts_by_tool" ON "agents"."tool_drifts" USING btree ("tool_id","first_seen_at");--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD CONSTRAINT "tool_versions_server_id_mcp_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "agents"."mcp_servers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD CONSTRAINT "tools_registry_action_type_action_types_name_fk" FOREIGN KEY ("action_type") REFERENCES "agents"."action_types"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD CONSTRAINT "tools_registry_server_id_mcp_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "agents"."mcp_servers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_of_versions" ON "agents"."approvals" USING btree ("created_at","id") WHERE status = 'pending' and subject_kind = 'tool_version';--> statement-breakpoint
CREATE INDEX "tool_versions_by_body" ON "agents"."tool_versions" USING btree ("body_hash");--> statement-breakpoint
CREATE INDEX "tool_versions_by_description" ON "agents"."tool_versions" USING btree ((part_hashes ->> 'description') text_pattern_ops);--> statement-breakpoint
CREATE INDEX "tool_versions_alarmed" ON "agents"."tool_versions" USING btree ("tool_id") WHERE alarmed;--> statement-breakpoint
CREATE INDEX "tool_versions_undecided" ON "agents"."tool_versions" USING btree ("tool_id") WHERE state in ('review', 'quarantined');--> statement-breakpoint
CREATE UNIQUE INDEX "tools_registry_upstream" ON "agents"."tools_registry" USING btree ("server_id","upstream_name");--> statement-breakpoint
CREATE INDEX "tools_registry_search" ON "agents"."tools_registry" USING gin ("search");--> statement-breakpoint
CREATE INDEX "tools_registry_by_state" ON "agents"."tools_registry" USING btree ("state","name");--> statement-breakpoint
CREATE INDEX "tools_registry_by_source" ON "agents"."tools_registry" USING btree ("source","name");--> statement-breakpoint
CREATE INDEX "tools_registry_by_category" ON "agents"."tools_registry" USING btree ("category","name");--> statement-breakpoint
CREATE INDEX "tools_registry_by_safety" ON "agents"."tools_registry" USING btree ("safety_class","name");--> statement-breakpoint
CREATE INDEX "tools_registry_by_egress" ON "agents"."tools_registry" USING btree ("egress_class","name");--> statement-breakpoint
CREATE INDEX "tools_registry_by_change" ON "agents"."tools_registry" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "tool_versions_by_hash" ON "agents"."tool_versions" USING btree ("definition_hash" text_pattern_ops);--> statement-breakpoint
ALTER TABLE "agents"."tool_versions" ADD CONSTRAINT "tool_versions_source_known" CHECK (source in ('shipped', 'sdk', 'tool_md', 'http', 'mcp'));--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD CONSTRAINT "tools_registry_source_known" CHECK (source in ('shipped', 'sdk', 'tool_md', 'http', 'mcp'));--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD CONSTRAINT "tools_registry_upstream_whole" CHECK ((server_id is null) = (upstream_name is null) and (server_id is null) = (source <> 'mcp'));--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD CONSTRAINT "tools_registry_served_is_harmless" CHECK (not serve_while_drifted or (safety_class = 'read' and egress_class = 'none'));--> statement-breakpoint
ALTER TABLE "agents"."standing_rules" ADD CONSTRAINT "standing_rules_revoked" CHECK (revoked_by is null or revoked_at is not null);--> statement-breakpoint
-- What a search looks at, for the tools that are there already.
UPDATE "agents"."tools_registry" t SET description = v.contract ->> 'description'
FROM "agents"."tool_versions" v WHERE v.id = coalesce(t.pinned_version_id,
	(SELECT w.id FROM "agents"."tool_versions" w WHERE w.tool_id = t.id ORDER BY w.number DESC LIMIT 1));
