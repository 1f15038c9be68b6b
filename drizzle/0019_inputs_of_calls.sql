ALTER TABLE "agents"."invocation_inputs" DROP CONSTRAINT "invocation_inputs_invocation_id_tool_invocations_id_fk";
