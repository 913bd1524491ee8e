/** The header by which the repeated request names the prompt that was answered. */
export const STEP_UP_HEADER = 'x-step-up'
/** The header by which a page says for which organization it asks. */
export const ORGANIZATION_HEADER = 'x-organization'
