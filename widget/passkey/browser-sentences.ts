/*
 * Sentences of browsers. `NotAllowedError` stands for many causes, and only the message tells these apart: nothing else in the
 * widget decides by the words of a message. A browser that says it otherwise gets the plainer error of the same name.
 */

/** Chromium: the page around this frame does not allow passkeys in it. */
export function saysPolicy(message: string): boolean {
  return /feature is not enabled|permissions? policy|cross-origin/i.test(message)
}

/** Firefox and Chromium: another prompt is open. */
export function saysPending(message: string): boolean {
  return /pending/i.test(message)
}

/** The same in an error that has no name of its own. */
export function saysAlreadyPending(message: string): boolean {
  return /already pending/i.test(message)
}

/** Safari and Chromium: the page is in the background. */
export function saysHidden(message: string): boolean {
  return /focus|not visible|hidden/i.test(message)
}

/** Safari: the prompt was not asked for by a click. */
export function saysNoGesture(message: string): boolean {
  return /user gesture/i.test(message)
}
