/** How the reason of a finding begins that was made in a key: its offsets count in the key, not in the text under it. */
export const IN_KEY = "In the key. ";
