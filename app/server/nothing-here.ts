const MESSAGE =
  "There is nothing under this address. Agents ask the gateway, where /api/v1/openapi.json lists what there is; people open the dashboard.";

/**
 * What a door says of an address that it does not have, in the shape of every other error. Without it the framework would
 * answer with a page of the dashboard, at the agents' door too: no client can read that, and a page looks for the action
 * that a request names, which makes the process ask itself and log an error, for anybody and without a key.
 */
export function answerNothingHere(): Response {
  return Response.json(
    { error: { code: "not_found", message: MESSAGE, details: {} } },
    { status: 404, headers: { "Cache-Control": "no-store" } },
  );
}
