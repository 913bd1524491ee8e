import { STEP_UP_ENDPOINTS } from '#protocol/console/step-up-endpoints.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { askForSignIn } from '#web/ui/ask-passkey.ts'
import type { consoleApi } from './api.ts'

type Call = typeof consoleApi.call
type Request = { method: Endpoint['method']; path: string; body: string }

/** Queue of passkey prompts, because a browser shows one at a time. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Asks for the passkey for one request and returns the header value for the repeated request. `callRow` calls an
 * endpoint of the console's server. `body` is the body of the request.
 *
 * @throws ReadableError if the prompt was closed, so nothing was changed
 */
export function confirmRequest(callRow: Call, request: Request): Promise<string> {
  const mine = turn.then(() => confirmNow(callRow, request))
  turn = mine.catch(() => undefined)
  return mine
}

async function confirmNow(callRow: Call, { method, path, body }: Request): Promise<string> {
  // Sends only the hash, because the body may contain a secret.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  const bodySha256 = hexFromBytes(new Uint8Array(digest)).slice(2)
  const { beginStepUp, finishStepUp } = STEP_UP_ENDPOINTS
  const { stepUp, ...asked } = await callRow(beginStepUp, { body: { method, path, bodySha256 } })
  const response = await askForSignIn(asked)
  return (await callRow(finishStepUp, { body: { stepUp, response: { ...response } } })).stepUp
}
