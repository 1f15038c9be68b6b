/**
 * The last number that a user can have: nobody's. No sandbox's namespace knows it, so no capability over files that is given inside
 * counts for what it owns.
 */
export const NOBODYS_ID = 4_294_967_294;
