/** Request header that names the verified prompt of a step-up. */
export const STEP_UP_HEADER = 'x-step-up'
/** Request header that names a page's organization. */
export const ORGANIZATION_HEADER = 'x-organization'
