ALTER TABLE "agents"."invocation_outputs" ALTER COLUMN "raw_digest" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ALTER COLUMN "cleaned" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD COLUMN "sealed_to" text;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD COLUMN "sealed_digest" text;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD COLUMN "altered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What was kept so far was not sealed, and nothing in here could seal it: it goes. A default that has to be computed for each row writes
-- the table anew, so that the column's bytes are gone from it and not only from sight.
ALTER TABLE "agents"."invocation_outputs" DROP COLUMN "raw";--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD COLUMN "raw_deleted_at" timestamp with time zone DEFAULT clock_timestamp();--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ALTER COLUMN "raw_deleted_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD COLUMN "raw_deleted_why" text DEFAULT 'unsealed';--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ALTER COLUMN "raw_deleted_why" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD COLUMN "cleaned_deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD COLUMN "held_by" uuid;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "agents"."safety_classes" ADD COLUMN "cleaning" jsonb;--> statement-breakpoint
ALTER TABLE "agents"."invocation_outputs" ADD CONSTRAINT "invocation_outputs_held_by_people_id_fk" FOREIGN KEY ("held_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invocation_outputs_raw_due" ON "agents"."invocation_outputs" USING btree ("created_at") WHERE sealed is not null and held_at is null;--> statement-breakpoint
CREATE INDEX "invocation_outputs_cleaned_due" ON "agents"."invocation_outputs" USING btree ("created_at") WHERE cleaned is not null and held_at is null;