/**
 * Sentences of browsers. `NotAllowedError` stands for many causes, and only the message tells these apart: nothing else in the
 * widget decides by the words of a message. A browser that says it otherwise gets the plainer error of the same name.
 */

/** Chromium: the page around this frame does not allow passkeys in it. */
export const SAYS_POLICY = /feature is not enabled|permissions? policy|cross-origin/i
/** Firefox and Chromium: another prompt is open. */
export const SAYS_PENDING = /pending/i
/** The same in an error that has no name of its own. */
export const SAYS_ALREADY_PENDING = /already pending/i
/** Safari and Chromium: the page is in the background. */
export const SAYS_HIDDEN = /focus|not visible|hidden/i
