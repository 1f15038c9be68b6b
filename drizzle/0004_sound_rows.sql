ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_status_known";--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_approval_known";--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_tier_known";--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_people";--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_key_length";--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_cost";--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_expiry_kind";--> statement-breakpoint
ALTER TABLE "agents"."tool_invocations" DROP CONSTRAINT "tool_invocations_started";