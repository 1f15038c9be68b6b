CREATE INDEX "tool_invocations_by_agent_and_tool" ON "agents"."tool_invocations" USING btree ("agent_id","tool_id","id");--> statement-breakpoint
CREATE INDEX "tool_invocations_by_session" ON "agents"."tool_invocations" USING btree ("agent_id","session_id","tool_id") WHERE session_id is not null;--> statement-breakpoint
CREATE INDEX "tool_invocations_by_task" ON "agents"."tool_invocations" USING btree ("agent_id","task_id","tool_id") WHERE task_id is not null;--> statement-breakpoint
CREATE INDEX "tool_invocations_by_cost" ON "agents"."tool_invocations" USING btree ("agent_id","id") WHERE cost_estimate > 0;--> statement-breakpoint
CREATE INDEX "tool_versions_costing" ON "agents"."tool_versions" USING btree ("tool_id") WHERE max_cost > 0;