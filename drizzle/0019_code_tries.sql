CREATE TABLE "agents"."code_tries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"step_up_id" uuid,
	"code_hash" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"txid" "xid8" NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "agents"."step_ups" DROP CONSTRAINT "step_ups_order";--> statement-breakpoint
ALTER TABLE "agents"."code_tries" ADD CONSTRAINT "code_tries_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "agents"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents"."code_tries" ADD CONSTRAINT "code_tries_step_up_id_step_ups_id_fk" FOREIGN KEY ("step_up_id") REFERENCES "agents"."step_ups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_tries_by_person" ON "agents"."code_tries" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "code_tries_by_step_up" ON "agents"."code_tries" USING btree ("step_up_id");--> statement-breakpoint
ALTER TABLE "agents"."step_ups" DROP COLUMN "failures";--> statement-breakpoint
ALTER TABLE "agents"."step_ups" ADD CONSTRAINT "step_ups_order" CHECK ((proved_at is null) = (method is null) and (used_at is null or proved_at is not null));