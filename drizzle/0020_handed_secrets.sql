ALTER TABLE "agents"."invocation_runs" ADD COLUMN "handed_secrets" jsonb;--> statement-breakpoint
ALTER TABLE "agents"."invocation_runs" ADD COLUMN "handed_in" "xid8";