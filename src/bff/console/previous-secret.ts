/** Columns of an integration without a previous secret. */
export const NO_PREVIOUS_SECRET = {
  previous_secret_hash: null,
  previous_start: null,
  previous_until: null,
} as const
