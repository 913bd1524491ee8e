/** Minimum validity of a signature in seconds, and the number of later expirations to choose from. */
export type ExpiresIn = { least: number; choices: number }
