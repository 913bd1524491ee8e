import type { BffContext, Route } from '#bff/context.ts'
import { withSession } from '#bff/sessions/with-session.ts'
import { joinAccept, joinOptions, joinVerify, readInvitation } from './join.ts'

/** What the link of an invitation leads to. */
export function joinRoutes(ctx: BffContext): Route[] {
  return [
    { method: 'POST', path: '/api/join/invitation', handle: (exchange) => readInvitation(ctx, exchange) },
    { method: 'POST', path: '/api/join/options', handle: (exchange) => joinOptions(ctx, exchange) },
    { method: 'POST', path: '/api/join/verify', handle: (exchange) => joinVerify(ctx, exchange) },
    {
      method: 'POST',
      path: '/api/join/accept',
      handle: withSession(ctx, (exchange, session) => joinAccept(ctx, exchange, session)),
    },
  ]
}
