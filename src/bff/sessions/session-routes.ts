import type { BffContext, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { clearCookie } from '#bff/http/cookies.ts'
import { readNoBody } from '#bff/http/read-input.ts'
import { endSession, findSession } from './session.ts'
import { setupOptions, setupVerify } from './setup.ts'
import { sessionContent } from './signed-in-answer.ts'
import { signInOptions, signInVerify } from './sign-in.ts'

/** Who is signed in, the first administrator's setup, signing in and out. */
export function sessionRoutes(ctx: BffContext): Route[] {
  const { cookies } = ctx.settings
  return [
    {
      method: 'GET',
      path: '/api/session',
      handle: async ({ req }) => answer(await sessionContent(ctx, await findSession(ctx, req.raw))),
    },
    { method: 'POST', path: '/api/setup/options', handle: (exchange) => setupOptions(ctx, exchange) },
    { method: 'POST', path: '/api/setup/verify', handle: (exchange) => setupVerify(ctx, exchange) },
    { method: 'POST', path: '/api/sign-in/options', handle: (exchange) => signInOptions(ctx, exchange) },
    { method: 'POST', path: '/api/sign-in/verify', handle: (exchange) => signInVerify(ctx, exchange) },
    {
      method: 'POST',
      path: '/api/sign-out',
      handle: async ({ req }) => {
        await readNoBody(req.raw)
        await endSession(ctx, req.raw)
        const content = await sessionContent(ctx, undefined)
        return answer(content, 200, { 'set-cookie': clearCookie(cookies, cookies.session) })
      },
    },
  ]
}
