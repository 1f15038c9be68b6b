CREATE TABLE "agents"."disclosure_sessions" (
	"agent_id" uuid NOT NULL,
	"session" text NOT NULL,
	"revision" integer NOT NULL,
	"loaded" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disclosure_sessions_agent_id_session_pk" PRIMARY KEY("agent_id","session"),
	CONSTRAINT "disclosure_sessions_bounds" CHECK (length(session) between 1 and 200 and revision > 0 and jsonb_typeof(loaded) = 'array' and jsonb_array_length(loaded) <= 200)
);
--> statement-breakpoint
ALTER TABLE "agents"."disclosure_sessions" ADD CONSTRAINT "disclosure_sessions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "agents"."agents"("id") ON DELETE no action ON UPDATE no action;