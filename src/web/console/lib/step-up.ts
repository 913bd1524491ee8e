import { STEP_UP_ENDPOINTS } from '#protocol/console/step-up-endpoints.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { askForSignIn } from '#web/ui/ask-passkey.ts'
import type { consoleApi } from './api.ts'

type Call = typeof consoleApi.call
type Request = { method: Endpoint['method']; path: string; body: string }

/** A browser shows one passkey prompt at a time: others wait for their turn. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Asks for the passkey for one request; returns the repeated request's header value. `callRow` calls the
 * console's server, `body` is the body to send.
 *
 * @throws ReadableError when the prompt was closed: nothing was changed
 */
export function confirmRequest(callRow: Call, request: Request): Promise<string> {
  const mine = turn.then(() => confirmNow(callRow, request))
  turn = mine.catch(() => undefined)
  return mine
}

async function confirmNow(callRow: Call, { method, path, body }: Request): Promise<string> {
  // Only its hash is sent, since the body may contain a secret.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  const bodySha256 = hexFromBytes(new Uint8Array(digest)).slice(2)
  const { beginStepUp, finishStepUp } = STEP_UP_ENDPOINTS
  const { stepUp, ...asked } = await callRow(beginStepUp, { body: { method, path, bodySha256 } })
  const response = await askForSignIn(asked)
  return (await callRow(finishStepUp, { body: { stepUp, response: { ...response } } })).stepUp
}
