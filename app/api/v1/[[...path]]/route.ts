import { answerNothingHere } from "#app/server/nothing-here.ts";

/** Every address below this one that has no route of its own. */
export {
  answerNothingHere as DELETE,
  answerNothingHere as GET,
  answerNothingHere as HEAD,
  answerNothingHere as OPTIONS,
  answerNothingHere as PATCH,
  answerNothingHere as POST,
  answerNothingHere as PUT,
};
