CREATE TABLE "agents"."trust_cursor" (
	"one" integer PRIMARY KEY NOT NULL,
	"txid" "xid8" NOT NULL,
	"event_id" bigint NOT NULL,
	CONSTRAINT "trust_cursor_single" CHECK (one = 1)
);
--> statement-breakpoint
CREATE TABLE "agents"."trust_in_force" (
	"one" integer PRIMARY KEY NOT NULL,
	"config" jsonb,
	"version" integer NOT NULL,
	CONSTRAINT "trust_in_force_single" CHECK (one = 1)
);
--> statement-breakpoint
CREATE TABLE "agents"."trust_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"person_id" uuid,
	"agent_key_id" uuid,
	"task_id" text,
	"invocation_id" uuid,
	"category" text NOT NULL,
	"result" text,
	"difficulty" smallint,
	"quality" numeric,
	"severity" text,
	"summary" text,
	"counted" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "trust_reports_kind_known" CHECK (kind in ('task', 'feedback', 'incident')),
	CONSTRAINT "trust_reports_category_known" CHECK (category in ('all', 'file_system', 'code_execution', 'version_control', 'web', 'database', 'terminal', 'design', 'communication', 'analytics', 'deployment', 'memory', 'mcp')),
	CONSTRAINT "trust_reports_result_known" CHECK (result in ('completed', 'failed', 'abandoned')),
	CONSTRAINT "trust_reports_severity_known" CHECK (severity in ('minor', 'critical')),
	CONSTRAINT "trust_reports_bounds" CHECK (difficulty between 1 and 5 and quality between 0 and 10),
	CONSTRAINT "trust_reports_said_by" CHECK ((person_id is null) <> (agent_key_id is null)),
	CONSTRAINT "trust_reports_incident_whole" CHECK ((kind = 'incident') = (severity is not null))
);
--> statement-breakpoint
CREATE TABLE "agents"."trust_standings" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"seen" bigint DEFAULT 0 NOT NULL,
	"evaluated" bigint DEFAULT 0 NOT NULL,
	"look_again_at" timestamp with time zone,
	"evaluated_at" timestamp with time zone,
	"standing" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."trust_tallies" (
	"agent_id" uuid NOT NULL,
	"category" text NOT NULL,
	"tool_version_id" uuid NOT NULL,
	"stretch" timestamp with time zone NOT NULL,
	"difficulty" smallint NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"denied" integer DEFAULT 0 NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"findings" integer DEFAULT 0 NOT NULL,
	"tasks_done" integer DEFAULT 0 NOT NULL,
	"tasks_failed" integer DEFAULT 0 NOT NULL,
	"said_count" integer DEFAULT 0 NOT NULL,
	"said_sum" numeric DEFAULT '0' NOT NULL,
	"said_squares" numeric DEFAULT '0' NOT NULL,
	"judged_count" integer DEFAULT 0 NOT NULL,
	"judged_sum" numeric DEFAULT '0' NOT NULL,
	"judged_squares" numeric DEFAULT '0' NOT NULL,
	"last_success_at" timestamp with time zone,
	CONSTRAINT "trust_tallies_pk" PRIMARY KEY("agent_id","stretch","category","tool_version_id","difficulty")
);
--> statement-breakpoint
ALTER TABLE "agents"."agents" ADD COLUMN "trust_config" jsonb;--> statement-breakpoint
ALTER TABLE "agents"."agent_trust" ADD COLUMN "reset_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents"."agent_trust" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents"."agent_trust" ADD COLUMN "frozen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents"."agent_trust" ADD COLUMN "frozen_reason" text;--> statement-breakpoint
ALTER TABLE "agents"."agent_trust" ADD COLUMN "frozen_by" uuid;--> statement-breakpoint
ALTER TABLE "agents"."trust_changes" ADD COLUMN "kind" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."trust_changes" ADD COLUMN "ceiling_to" text;--> statement-breakpoint
ALTER TABLE "agents"."trust_reports" ADD CONSTRAINT "trust_reports_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."trust_reports" ADD CONSTRAINT "trust_reports_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."trust_standings" ADD CONSTRAINT "trust_standings_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trust_reports_task_once" ON "agents"."trust_reports" USING btree ("agent_id","task_id") WHERE kind = 'task';--> statement-breakpoint
CREATE UNIQUE INDEX "trust_reports_feedback_once" ON "agents"."trust_reports" USING btree ("person_id","agent_id",coalesce(task_id, ''),coalesce(invocation_id, agent_id)) WHERE kind = 'feedback';--> statement-breakpoint
CREATE INDEX "trust_reports_by_agent" ON "agents"."trust_reports" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "trust_standings_fresh" ON "agents"."trust_standings" USING btree ("agent_id") WHERE seen <> evaluated;--> statement-breakpoint
CREATE INDEX "trust_standings_due" ON "agents"."trust_standings" USING btree ("look_again_at");--> statement-breakpoint
ALTER TABLE "agents"."agent_trust" ADD CONSTRAINT "agent_trust_frozen_by_people_id_fk" FOREIGN KEY ("frozen_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."agent_trust" ADD CONSTRAINT "agent_trust_frozen_whole" CHECK ((frozen_at is null) = (frozen_reason is null));--> statement-breakpoint
ALTER TABLE "agents"."trust_changes" ADD CONSTRAINT "trust_changes_kind_known" CHECK (kind in ('person', 'start', 'earned', 'idle', 'error_rate', 're_verification', 'minor_incidents', 'critical_incident'));--> statement-breakpoint
ALTER TABLE "agents"."trust_changes" ADD CONSTRAINT "trust_changes_ceiling_known" CHECK (ceiling_to is null or ceiling_to = to_level);