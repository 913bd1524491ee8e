import { originProblem } from '#protocol/passkey/origin.ts'

/** The URL of a frame's page, or what the integrator must change. */
export type FrameAddress = { href: string; origin: string } | { problem: string }

/**
 * Parses `src`: an absolute https URL (http on localhost) of another origin than the page's. On the same origin a frame
 * does not protect the passkey from the page's scripts.
 */
export function parseFrameAddress(text: string | null, own: string): FrameAddress {
  const url = text !== null && URL.canParse(text) ? new URL(text) : undefined
  // An address such as blob:https://… has an origin too.
  if (url === undefined || !url.href.startsWith(`${url.origin}/`)) {
    return { problem: 'src must be the whole address of the page with the element' }
  }
  const problem = originProblem(url.origin)
  if (problem !== undefined) return { problem: `the origin of src ${problem}` }
  if (url.origin === own) return { problem: 'src must be on another origin than this page' }
  return { href: url.href, origin: url.origin }
}
