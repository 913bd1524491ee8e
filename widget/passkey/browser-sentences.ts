/*
 * Messages of browsers. `NotAllowedError` has many causes that only the message distinguishes. No other code
 * in the widget decides by the text of a message. With another text, the person sees the general error of the
 * same name.
 */

/**
 * Chromium: the outer page does not allow passkeys in this frame. Older versions, and Bitwarden, create none in a frame of
 * another origin (w3c/webauthn 1656, bitwarden/clients 21466).
 */
export function saysPolicy(message: string): boolean {
  return /feature is not enabled|permissions? policy|(cross|same)-?origin/i.test(message)
}

/** Firefox and Chromium: another prompt is open. */
export function saysPending(message: string): boolean {
  return /pending/i.test(message)
}

/** Another prompt is open, in an error without its own name. */
export function saysAlreadyPending(message: string): boolean {
  return /already pending/i.test(message)
}

/** Safari and Chromium: the page is in the background. */
export function saysHidden(message: string): boolean {
  return /focus|not visible|hidden/i.test(message)
}

/** Safari: the prompt was not requested by a click. */
export function saysNoGesture(message: string): boolean {
  return /user gesture/i.test(message)
}
