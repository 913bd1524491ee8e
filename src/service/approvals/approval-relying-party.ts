import type { Context } from '#service/context.ts'

/** Where the approval app is: the only origin that may decide, and the domain of its passkeys. */
export type ApprovalRelyingParty = {
  /** Without a trailing slash. */
  url: string
  origin: string
  rpId: string
  /** Whether cookies can be bound to the host (`__Host-`), which needs https. */
  isSecure: boolean
}

/** Never the integrator's: an origin and a relying party of its own (profile 9). */
export function approvalRelyingParty(ctx: Pick<Context, 'settings'>): ApprovalRelyingParty {
  const { origin, hostname, protocol } = new URL(ctx.settings.approvalUrl)
  return { url: ctx.settings.approvalUrl, origin, rpId: hostname, isSecure: protocol === 'https:' }
}
