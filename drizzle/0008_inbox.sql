CREATE TABLE "agents"."approval_assignments" (
	"subject_kind" "agents"."approval_subject" NOT NULL,
	"subject_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"assigned_by" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "approval_assignments_subject_kind_subject_id_pk" PRIMARY KEY("subject_kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "agents"."approval_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_kind" "agents"."approval_subject" NOT NULL,
	"subject_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"body" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "approval_comments_body" CHECK (length(btrim(body)) between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "agents"."approval_sights" (
	"approval_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "approval_sights_approval_id_person_id_pk" PRIMARY KEY("approval_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "agents"."approval_snoozes" (
	"subject_kind" "agents"."approval_subject" NOT NULL,
	"subject_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "approval_snoozes_person_id_subject_kind_subject_id_pk" PRIMARY KEY("person_id","subject_kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "agents"."delegations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_person" uuid NOT NULL,
	"to_person" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delegations_other" CHECK (from_person <> to_person),
	CONSTRAINT "delegations_bounded" CHECK (ends_at > starts_at and ends_at <= starts_at + interval '60 days')
);
--> statement-breakpoint
CREATE TABLE "agents"."escalation_roster" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"step" smallint NOT NULL,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "escalation_roster_step" CHECK (step in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "agents"."inbox_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "inbox_views_bounds" CHECK (length(btrim(name)) between 1 and 60 and length(query) <= 1000)
);
--> statement-breakpoint
CREATE TABLE "agents"."drills" (
	"invocation_id" uuid PRIMARY KEY NOT NULL,
	"flaw" text NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"placed_by" uuid,
	"outcome" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "drills_outcome_known" CHECK (outcome in ('caught', 'missed', 'unanswered')),
	CONSTRAINT "drills_decided" CHECK ((outcome is null) = (decided_at is null))
);
--> statement-breakpoint
CREATE TABLE "agents"."notification_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"target" text NOT NULL,
	"audience" text NOT NULL,
	"sealed" "bytea",
	"sealed_to" text,
	"news" text[] NOT NULL,
	"least_rank" smallint NOT NULL,
	"enabled" boolean NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "notification_channels_kind_known" CHECK (kind in ('webhook', 'slack', 'email')),
	CONSTRAINT "notification_channels_audience" CHECK (audience in ('target', 'owner', 'assignee', 'roster')),
	CONSTRAINT "notification_channels_people_by_mail" CHECK (audience = 'target' or kind = 'email'),
	CONSTRAINT "notification_channels_sealed" CHECK ((sealed is null) = (sealed_to is null) and (kind = 'email' or sealed is not null)),
	CONSTRAINT "notification_channels_bounds" CHECK (length(btrim(name)) between 1 and 60 and length(target) between 1 and 300 and least_rank between 1 and 4)
);
--> statement-breakpoint
CREATE TABLE "agents"."notification_cursor" (
	"one" integer PRIMARY KEY NOT NULL,
	"txid" "xid8" NOT NULL,
	"event_id" bigint NOT NULL,
	CONSTRAINT "notification_cursor_single" CHECK (one = 1)
);
--> statement-breakpoint
CREATE TABLE "agents"."notification_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"event_id" bigint,
	"news" text NOT NULL,
	"subject_kind" text,
	"subject_id" uuid,
	"facts" jsonb NOT NULL,
	"recipients" text[] NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" timestamp with time zone,
	"last_status" integer,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "notification_deliveries_news_known" CHECK (news in ('approval_required', 'escalated', 'decided', 'expired', 'unknown', 'test')),
	CONSTRAINT "notification_deliveries_state_known" CHECK (state in ('waiting', 'sent', 'failed')),
	CONSTRAINT "notification_deliveries_due_when_waiting" CHECK ((state = 'waiting') = (next_at is not null))
);
--> statement-breakpoint
CREATE TABLE "agents"."passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"sign_count" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id"),
	CONSTRAINT "passkeys_name" CHECK (length(btrim(name)) between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "agents"."person_totp" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"seed" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agents"."step_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"subject_id" uuid,
	"digest" text,
	"challenge" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"method" text,
	"proved_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"failures" integer NOT NULL,
	CONSTRAINT "step_ups_purpose_known" CHECK (purpose in ('decide', 'enrol')),
	CONSTRAINT "step_ups_method_known" CHECK (method in ('passkey', 'totp', 'password')),
	CONSTRAINT "step_ups_item" CHECK ((purpose = 'decide') = (subject_id is not null and digest is not null)),
	CONSTRAINT "step_ups_order" CHECK ((proved_at is null) = (method is null) and (used_at is null or proved_at is not null) and failures between 0 and 5),
	CONSTRAINT "step_ups_short" CHECK (expires_at <= created_at + interval '5 minutes')
);
--> statement-breakpoint
ALTER TABLE "agents"."approval_votes" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents"."approval_votes" ADD COLUMN "receipt" jsonb;--> statement-breakpoint
ALTER TABLE "agents"."approval_votes" ADD COLUMN "step_up_id" uuid;--> statement-breakpoint
ALTER TABLE "agents"."approvals" ADD COLUMN "rank" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."approvals" ADD COLUMN "agent_id" uuid;--> statement-breakpoint
ALTER TABLE "agents"."approvals" ADD COLUMN "tool_id" uuid;--> statement-breakpoint
ALTER TABLE "agents"."approvals" ADD COLUMN "flagged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."approvals" ADD COLUMN "extensions" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."approvals" ADD COLUMN "escalation" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" ADD COLUMN "is_drill" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" ADD COLUMN "rule_id" uuid;--> statement-breakpoint
ALTER TABLE "agents"."tools_registry" ADD COLUMN "ruled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."approval_assignments" ADD CONSTRAINT "approval_assignments_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."approval_assignments" ADD CONSTRAINT "approval_assignments_assigned_by_people_id_fk" FOREIGN KEY ("assigned_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."approval_comments" ADD CONSTRAINT "approval_comments_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."approval_sights" ADD CONSTRAINT "approval_sights_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "agents"."approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."approval_sights" ADD CONSTRAINT "approval_sights_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."approval_snoozes" ADD CONSTRAINT "approval_snoozes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."delegations" ADD CONSTRAINT "delegations_from_person_people_id_fk" FOREIGN KEY ("from_person") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."delegations" ADD CONSTRAINT "delegations_to_person_people_id_fk" FOREIGN KEY ("to_person") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."escalation_roster" ADD CONSTRAINT "escalation_roster_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."escalation_roster" ADD CONSTRAINT "escalation_roster_added_by_people_id_fk" FOREIGN KEY ("added_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."inbox_views" ADD CONSTRAINT "inbox_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."drills" ADD CONSTRAINT "drills_invocation_id_tool_invocations_id_fk" FOREIGN KEY ("invocation_id") REFERENCES "agents"."tool_invocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."drills" ADD CONSTRAINT "drills_placed_by_people_id_fk" FOREIGN KEY ("placed_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."drills" ADD CONSTRAINT "drills_decided_by_people_id_fk" FOREIGN KEY ("decided_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."notification_channels" ADD CONSTRAINT "notification_channels_created_by_people_id_fk" FOREIGN KEY ("created_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "agents"."notification_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."passkeys" ADD CONSTRAINT "passkeys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."person_totp" ADD CONSTRAINT "person_totp_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."step_ups" ADD CONSTRAINT "step_ups_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_assignments_by_person" ON "agents"."approval_assignments" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "approval_comments_of" ON "agents"."approval_comments" USING btree ("subject_kind","subject_id","at");--> statement-breakpoint
CREATE INDEX "delegations_from" ON "agents"."delegations" USING btree ("from_person","ends_at");--> statement-breakpoint
CREATE INDEX "inbox_views_by_person" ON "agents"."inbox_views" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "drills_by_time" ON "agents"."drills" USING btree ("placed_at");--> statement-breakpoint
CREATE INDEX "drills_by_person" ON "agents"."drills" USING btree ("decided_by","decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_deliveries_once" ON "agents"."notification_deliveries" USING btree ("channel_id","event_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_due" ON "agents"."notification_deliveries" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "notification_deliveries_by_time" ON "agents"."notification_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "passkeys_by_person" ON "agents"."passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "step_ups_by_person" ON "agents"."step_ups" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "approval_votes_by_person" ON "agents"."approval_votes" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "approvals_inbox" ON "agents"."approvals" USING btree ("rank" DESC NULLS LAST,"expires_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_open_of_agent" ON "agents"."approvals" USING btree ("agent_id","digest","expires_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "tool_invocations_capped" ON "agents"."tool_invocations" USING btree ("asked_at") WHERE error_code = 'refused_by_cap';--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" ADD CONSTRAINT "tool_invocations_drill_never_runs" CHECK (not is_drill or status in ('pending', 'rejected', 'expired', 'cancelled', 'denied'));--> statement-breakpoint
ALTER DOMAIN "agents"."event_type" DROP CONSTRAINT "event_type_known";--> statement-breakpoint
ALTER DOMAIN "agents"."event_type" ADD CONSTRAINT "event_type_known" CHECK (value in ('tool_invocation_approval_required', 'tool_invocation_decided', 'tool_invocation_running', 'tool_invocation_completed', 'tool_invocation_failed', 'tool_invocation_denied', 'tool_invocation_rejected', 'tool_invocation_expired', 'tool_invocation_cancelled', 'tool_invocation_unknown', 'agent_trust_changed', 'tool_version_quarantined', 'review_required', 'review_decided', 'approval_escalated'));--> statement-breakpoint
UPDATE "agents"."approvals" a SET "agent_id" = i.agent_id, "tool_id" = i.tool_id, "rank" = array_position(array['low', 'medium', 'high', 'dual'], i.tier), "flagged" = coalesce(v.alarmed, false)
FROM "agents"."tool_invocations" i LEFT JOIN "agents"."tool_versions" v ON v.id = i.tool_version_id
WHERE a.subject_kind = 'invocation' AND a.subject_id = i.id;--> statement-breakpoint
INSERT INTO "agents"."notification_cursor" ("one", "txid", "event_id") VALUES (1, pg_current_xact_id(), 0);
