import { ERRORS, type ErrorCode } from "#lib/errors/codes.ts";

/** The embedded server cannot be had, and a person has to do something: the message says what. */
export class Unstartable extends Error {
  readonly code: ErrorCode;

  constructor(code: Extract<ErrorCode, "bad_configuration" | "database_unavailable">, message: string) {
    super(message || ERRORS[code].sentence);
    this.name = "Unstartable";
    this.code = code;
  }
}
