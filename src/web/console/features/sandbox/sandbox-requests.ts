import { faucetResultSchema, sandboxSchema } from '#protocol/console-api.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import { callApi } from '#web/console/lib/api.ts'
import { endpointQuery, pathQuery } from '#web/console/lib/read.query.ts'

export const sandboxQuery = () =>
  pathQuery(['sandbox'], '/api/sandbox', sandboxSchema, { staleTime: Infinity })

/** Mints demo tokens to a wallet; `amount` in base units. Only in the sandbox. */
export function requestDemoTokens(body: { token: string; to: string; amount?: string; tokenId?: string }) {
  return callApi({ method: 'POST', path: '/api/sandbox/faucet', body, answer: faucetResultSchema })
}

export const sandboxStateQuery = () =>
  endpointQuery(['sandbox-state'], '/api/sandbox', SANDBOX_ENDPOINTS.getSandboxState)
