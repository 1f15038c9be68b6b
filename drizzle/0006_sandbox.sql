ALTER TABLE "agents"."workers" ADD COLUMN "state" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "agents"."workers" ADD COLUMN "draining_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents"."workers" ADD COLUMN "drained_by" uuid;--> statement-breakpoint
ALTER TABLE "agents"."workers" ADD CONSTRAINT "workers_drained_by_people_id_fk" FOREIGN KEY ("drained_by") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;