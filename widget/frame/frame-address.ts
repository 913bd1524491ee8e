import { originProblem } from '#protocol/passkey/origin.ts'

/** The address of a frame's page, or what the page must change. */
export type FrameAddress = { href: string; origin: string } | { problem: string }

/**
 * Parses `src`: a whole https address (http on localhost) of another origin than the page's. On the same origin a frame
 * keeps no script of the page away from the passkey, which is all that it is for.
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
