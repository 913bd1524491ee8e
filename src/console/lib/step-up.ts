import { startAuthentication } from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import { requestOptionsSchema } from '#shared/passkey/ceremony-options.ts'
import { toPasskeyProblem } from './passkey-problem.ts'

type Post = <Answer extends z.ZodMiniType>(
  path: string,
  body: unknown,
  answer: Answer,
) => Promise<z.output<Answer>>

const optionsSchema = z.object({ stepUp: z.string(), options: requestOptionsSchema })
const verifiedSchema = z.object({ stepUp: z.string() })

/** A browser shows one passkey prompt at a time: those who come meanwhile wait for their turn. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Asks for the passkey for one request; answers what the repeated request carries. `post` sends to the console's
 * server.
 *
 * @throws ReadableError when the prompt was closed: nothing was changed
 */
export function confirmRequest(post: Post, request: { method: string; path: string }): Promise<string> {
  const mine = turn.then(() => confirmNow(post, request))
  turn = mine.catch(() => undefined)
  return mine
}

async function confirmNow(post: Post, { method, path }: { method: string; path: string }): Promise<string> {
  // Its body and what else belongs to it stays here.
  const { stepUp, options } = await post('/api/step-up/options', { method, path }, optionsSchema)
  const response = await startAuthentication({ optionsJSON: options }).catch((thrown: unknown) => {
    throw toPasskeyProblem(thrown, 'change')
  })
  return (await post('/api/step-up/verify', { stepUp, response }, verifiedSchema)).stepUp
}
