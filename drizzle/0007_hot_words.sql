CREATE DOMAIN "agents"."event_type" AS text CONSTRAINT "event_type_known" CHECK (value in ('tool_invocation_approval_required', 'tool_invocation_decided', 'tool_invocation_running', 'tool_invocation_completed', 'tool_invocation_failed', 'tool_invocation_denied', 'tool_invocation_rejected', 'tool_invocation_expired', 'tool_invocation_cancelled', 'tool_invocation_unknown', 'agent_trust_changed', 'tool_version_quarantined'));--> statement-breakpoint
CREATE DOMAIN "agents"."approval_subject" AS text CONSTRAINT "approval_subject_known" CHECK (value in ('invocation', 'tool_version', 'trust_change', 'team_run', 'action'));--> statement-breakpoint
CREATE DOMAIN "agents"."approval_status" AS text CONSTRAINT "approval_status_known" CHECK (value in ('pending', 'approved', 'rejected', 'expired', 'void'));--> statement-breakpoint
CREATE DOMAIN "agents"."approval_quorum" AS integer CONSTRAINT "approval_quorum_bounds" CHECK (value between 1 and 2);--> statement-breakpoint
CREATE DOMAIN "audit"."entry_body" AS text CONSTRAINT "entry_body_object" CHECK (octet_length(value) <= 65536 and left(value, 1) = '{');--> statement-breakpoint
ALTER TABLE "agents"."approvals" DROP CONSTRAINT "approvals_kind_known";--> statement-breakpoint
ALTER TABLE "agents"."approvals" DROP CONSTRAINT "approvals_status_known";--> statement-breakpoint
ALTER TABLE "agents"."approvals" DROP CONSTRAINT "approvals_required";--> statement-breakpoint
ALTER TABLE "audit"."events" DROP CONSTRAINT "audit_events_body";--> statement-breakpoint
ALTER TABLE "agents"."events" DROP CONSTRAINT "events_type_known";--> statement-breakpoint
ALTER TABLE "agents"."approvals" ALTER COLUMN "subject_kind" SET DATA TYPE "agents"."approval_subject";--> statement-breakpoint
ALTER TABLE "agents"."approvals" ALTER COLUMN "required" SET DATA TYPE "agents"."approval_quorum";--> statement-breakpoint
ALTER TABLE "agents"."approvals" ALTER COLUMN "status" SET DATA TYPE "agents"."approval_status";--> statement-breakpoint
ALTER TABLE "audit"."events" ALTER COLUMN "body" SET DATA TYPE "audit"."entry_body";--> statement-breakpoint
ALTER TABLE "agents"."events" ALTER COLUMN "type" SET DATA TYPE "agents"."event_type";
