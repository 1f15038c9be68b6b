CREATE TABLE "agents"."known_browsers" (
	"person_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_browsers_person_id_token_hash_pk" PRIMARY KEY("person_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "agents"."sign_in_attempts" ADD COLUMN "known_by" "bytea";--> statement-breakpoint
ALTER TABLE "agents"."known_browsers" ADD CONSTRAINT "known_browsers_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;