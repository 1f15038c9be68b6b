/** Where the focus goes once the question is answered. Of a client module the server would see a reference, not the text. */
export const OUTCOME_ID = "outcome";
