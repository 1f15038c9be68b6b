CREATE TABLE "agents"."kept_terms" (
	"agent_id" uuid NOT NULL,
	"tool_name" text NOT NULL,
	"since" "xid8" NOT NULL,
	"txid" "xid8" NOT NULL,
	"tool_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"definition_hash" text NOT NULL,
	"policy_version" integer NOT NULL,
	"takes_key" boolean NOT NULL,
	"external" boolean,
	"alarmed" boolean NOT NULL,
	"status" text NOT NULL,
	"required_approvals" integer NOT NULL,
	"tier" text NOT NULL,
	"lasts" interval NOT NULL,
	"lines" jsonb NOT NULL,
	"verdict" jsonb NOT NULL,
	"notice" jsonb NOT NULL,
	"entry" text NOT NULL,
	"view" text NOT NULL,
	CONSTRAINT "kept_terms_agent_id_tool_name_pk" PRIMARY KEY("agent_id","tool_name")
);
--> statement-breakpoint
CREATE TABLE "agents"."term_changes" (
	"txid" "xid8" PRIMARY KEY NOT NULL
);
