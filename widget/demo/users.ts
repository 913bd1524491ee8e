import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { Refusal } from './http.ts'

/** A customer of the shop. `id` is the shop's own: what Latchkey knows as `externalUserId`. */
export type User = { id: string; name: string; email: string }

export type Users = ReturnType<typeof createUsers>

const COOKIE = 'shop'
const COOKIE_RULES = 'Path=/; HttpOnly; SameSite=Strict'

const signInSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  email: z.email().check(z.maxLength(254)),
})

/** A sign-in without passwords, for a demo only: any email is accepted. Sessions live as long as the process. */
export function createUsers() {
  const sessions = new Map<string, User>()
  return {
    find: (request: IncomingMessage) => sessions.get(sessionOf(request)),
    signIn(body: unknown, response: ServerResponse): User {
      const parsed = signInSchema.safeParse(body)
      if (!parsed.success) throw new Refusal(400, 'Enter a name and an email address.')
      const email = parsed.data.email.toLowerCase()
      const user = { id: `shop-${hashOf(email)}`, name: parsed.data.name, email }
      const session = randomBytes(24).toString('base64url')
      sessions.set(session, user)
      response.setHeader('set-cookie', `${COOKIE}=${session}; ${COOKIE_RULES}`)
      return user
    },
    signOut(request: IncomingMessage, response: ServerResponse): null {
      sessions.delete(sessionOf(request))
      response.setHeader('set-cookie', `${COOKIE}=; Max-Age=0; ${COOKIE_RULES}`)
      return null
    },
  }
}

/** The same customer comes back with the same email. */
function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 24)
}

function sessionOf(request: IncomingMessage): string {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? ''
}
