import * as z from 'zod/mini'
import { requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { askForSignIn } from '#web/ui/ask-passkey.ts'

type Post = <Answer extends z.ZodMiniType>(
  path: string,
  body: unknown,
  answer: Answer,
) => Promise<z.output<Answer>>

type Request = { method: string; path: string; body: string }

const optionsSchema = z.object({ stepUp: z.string(), options: requestOptionsSchema, nonce: z.string() })
const verifiedSchema = z.object({ stepUp: z.string() })

/** A browser shows one passkey prompt at a time: others wait for their turn. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Asks for the passkey for one request; returns the repeated request's header value. `post` sends to the console's
 * server, `body` is the body to send.
 *
 * @throws ReadableError when the prompt was closed: nothing was changed
 */
export function confirmRequest(post: Post, request: Request): Promise<string> {
  const mine = turn.then(() => confirmNow(post, request))
  turn = mine.catch(() => undefined)
  return mine
}

async function confirmNow(post: Post, { method, path, body }: Request): Promise<string> {
  // Only its hash is sent, since the body may contain a secret.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  const bodySha256 = hexFromBytes(new Uint8Array(digest)).slice(2)
  const { stepUp, ...asked } = await post('/api/step-up/options', { method, path, bodySha256 }, optionsSchema)
  const response = await askForSignIn(asked)
  return (await post('/api/step-up/verify', { stepUp, response }, verifiedSchema)).stepUp
}
