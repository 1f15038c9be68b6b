ALTER DOMAIN "agents"."approval_subject" DROP CONSTRAINT "approval_subject_known";--> statement-breakpoint
ALTER DOMAIN "agents"."approval_subject" ADD CONSTRAINT "approval_subject_known" CHECK (value in ('invocation', 'tool_version', 'trust_change', 'team_run', 'action', 'policy_version'));--> statement-breakpoint
DROP TABLE "agents"."profile_overrides" CASCADE;--> statement-breakpoint
ALTER TABLE "agents"."agents" DROP CONSTRAINT "agents_profile_id_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "agents"."policy_versions" DROP CONSTRAINT "policy_versions_activated_by_people_id_fk";
--> statement-breakpoint
ALTER TABLE "agents"."agents" DROP COLUMN "profile_id" CASCADE;--> statement-breakpoint
ALTER TABLE "agents"."policy_versions" DROP COLUMN "activated_by";--> statement-breakpoint
ALTER TABLE "agents"."policy_versions" RENAME COLUMN "activated_at" TO "created_at";--> statement-breakpoint
CREATE TABLE "agents"."custom_levels" (
	"name" text PRIMARY KEY NOT NULL,
	"grants" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."egress_classes" (
	"name" text PRIMARY KEY NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "egress_classes_known" CHECK (name in ('none', 'read_only', 'write')),
	CONSTRAINT "egress_classes_floor" CHECK (people between case name when 'write' then 1 else 0 end and 2)
);
--> statement-breakpoint
CREATE TABLE "agents"."policy_activations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"replaced" integer,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."policy_in_force" (
	"one" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "policy_in_force_single" CHECK (one = 1)
);
--> statement-breakpoint
CREATE TABLE "agents"."profile_budgets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"subject_kind" text,
	"subject" text,
	"calls" integer,
	"cost" numeric,
	"per" text NOT NULL,
	CONSTRAINT "profile_budgets_per_known" CHECK (per in ('minute', 'hour', 'day')),
	CONSTRAINT "profile_budgets_bounds" CHECK ((calls is not null or cost is not null) and calls > 0 and cost > 0),
	CONSTRAINT "profile_budgets_subject_whole" CHECK ((subject is null) = (subject_kind is null))
);
--> statement-breakpoint
CREATE TABLE "agents"."profile_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"subject_kind" text NOT NULL,
	"subject" text NOT NULL,
	"effect" text NOT NULL,
	"people" integer NOT NULL,
	"reason" text NOT NULL,
	"reach" jsonb,
	"max_invocations" integer,
	"only_after" text[],
	"per" text NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "profile_rules_kind_known" CHECK (subject_kind in ('tool', 'action')),
	CONSTRAINT "profile_rules_per_known" CHECK (per in ('session', 'task')),
	CONSTRAINT "profile_rules_narrow" CHECK ((effect in ('deny', 'narrow') and people = 0) or (effect = 'hold' and people between 1 and 2))
);
--> statement-breakpoint
CREATE TABLE "agents"."safety_classes" (
	"name" text PRIMARY KEY NOT NULL,
	"people" integer NOT NULL,
	"open_people" integer,
	"voters" text[] NOT NULL,
	"attempts" integer NOT NULL,
	"backoff_seconds" integer NOT NULL,
	"audit_detail" text NOT NULL,
	CONSTRAINT "safety_classes_known" CHECK (name in ('read', 'write', 'network', 'financial', 'privileged')),
	CONSTRAINT "safety_classes_floor" CHECK (people between case name when 'privileged' then 2 when 'financial' then 1 when 'write' then 1 else 0 end and 2),
	CONSTRAINT "safety_classes_open_floor" CHECK (case when name = 'network' then open_people is not null and open_people between 1 and 2 else open_people is null end),
	CONSTRAINT "safety_classes_voters" CHECK (cardinality(voters) > 0 and array_position(voters, null) is null and voters <@ array['operator', 'reviewer']),
	CONSTRAINT "safety_classes_retry" CHECK (attempts between 1 and 10 and backoff_seconds between 0 and 600),
	CONSTRAINT "safety_classes_audit" CHECK (audit_detail in ('digest', 'rules'))
);
--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD COLUMN "custom_level" text;--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD COLUMN "profile_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD COLUMN "narrowing" jsonb;--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD COLUMN "allowed_tools" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD COLUMN "denied_tools" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD COLUMN "enforce_tool_policies" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD COLUMN "counted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."policy_versions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."policy_versions" ADD COLUMN "reason" text DEFAULT 'As it was.' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."policy_versions" ADD COLUMN "base_version" integer;--> statement-breakpoint
ALTER TABLE "agents"."policy_versions" ADD COLUMN "widens" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."profiles" ADD COLUMN "auto_approve" text[];--> statement-breakpoint
ALTER TABLE "agents"."profiles" ADD COLUMN "human_approval" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."profiles" ADD COLUMN "approval_minutes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."policy_activations" ADD CONSTRAINT "policy_activations_version_policy_versions_version_fk" FOREIGN KEY ("version") REFERENCES "agents"."policy_versions"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."policy_in_force" ADD CONSTRAINT "policy_in_force_version_policy_versions_version_fk" FOREIGN KEY ("version") REFERENCES "agents"."policy_versions"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."profile_budgets" ADD CONSTRAINT "profile_budgets_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "agents"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."profile_rules" ADD CONSTRAINT "profile_rules_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "agents"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "policy_activations_by_version" ON "agents"."policy_activations" USING btree ("version");--> statement-breakpoint
CREATE INDEX "profile_budgets_by_profile" ON "agents"."profile_budgets" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "profile_rules_once" ON "agents"."profile_rules" USING btree ("profile_id","subject_kind","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "policy_versions_id" ON "agents"."policy_versions" USING btree ("id");--> statement-breakpoint
ALTER TABLE "agents"."agents" DROP CONSTRAINT "agents_custom_has_grants";--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD CONSTRAINT "agents_custom_has_grants" CHECK (access_level <> 'custom' or custom_grants is not null);