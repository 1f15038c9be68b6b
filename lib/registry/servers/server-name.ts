/** A server's name is part of addresses; the database holds the same. */
export const SERVER_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const SERVER_NAME_RULE = "A name has 1 to 40 small letters, digits or -.";
