CREATE DOMAIN "audit"."lane_number" AS integer CONSTRAINT "lane_number_bounds" CHECK (value between 0 and 15);--> statement-breakpoint
CREATE DOMAIN "audit"."entry_number" AS bigint CONSTRAINT "entry_number_positive" CHECK (value >= 1);--> statement-breakpoint
CREATE DOMAIN "audit"."entry_version" AS integer CONSTRAINT "entry_version_known" CHECK (value = 1);--> statement-breakpoint
ALTER TABLE "audit"."events" DROP CONSTRAINT "audit_events_lane", ALTER COLUMN "lane" SET DATA TYPE "audit"."lane_number", ALTER COLUMN "seq" SET DATA TYPE "audit"."entry_number", ALTER COLUMN "version" SET DATA TYPE "audit"."entry_version";--> statement-breakpoint
ALTER TABLE "agents"."invocation_inputs" ADD COLUMN "checks" jsonb;--> statement-breakpoint
DELETE FROM "agents"."kept_terms";--> statement-breakpoint
ALTER TABLE "agents"."kept_terms" ADD COLUMN "trace" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."kept_terms" DROP COLUMN "lines";--> statement-breakpoint
ALTER TABLE "agents"."kept_terms" DROP COLUMN "verdict";
