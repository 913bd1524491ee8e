import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import { faucetResultSchema, sandboxSchema } from '#protocol/console-api.ts'
import { SANDBOX_ENDPOINTS, type SandboxScript } from '#protocol/sandbox.ts'
import { callApi } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'

export const sandboxQuery = () =>
  pathQuery(['sandbox'], '/api/sandbox', sandboxSchema, { staleTime: Infinity })

/** Mints demo tokens to a wallet; `amount` in base units. Only in the sandbox. */
export function requestDemoTokens(body: { token: string; to: string; amount?: string; tokenId?: string }) {
  return callApi({ method: 'POST', path: '/api/sandbox/faucet', body, answer: faucetResultSchema })
}

export const sandboxStateQuery = () =>
  queryOptions({
    queryKey: ['sandbox-state'],
    queryFn: async () => callSandbox(SANDBOX_ENDPOINTS.getSandboxState),
  })

export const setScript = (script: SandboxScript) =>
  callSandbox(SANDBOX_ENDPOINTS.setSandboxScript, { body: script })

export const addCustomer = () => callSandbox(SANDBOX_ENDPOINTS.addSandboxCustomer)

export const startTour = () => callSandbox(SANDBOX_ENDPOINTS.startSandboxTour)

export const endTours = () => callSandbox(SANDBOX_ENDPOINTS.endSandboxTour)

export const connectReceiver = () => callSandbox(SANDBOX_ENDPOINTS.connectSandboxReceiver)

export const advanceClock = (seconds: number) =>
  callSandbox(SANDBOX_ENDPOINTS.advanceSandboxClock, { body: { seconds } })

export const payAs = (customerId: string) => callSandbox(SANDBOX_ENDPOINTS.paySandbox, { customerId })

function callSandbox<Answer extends z.ZodMiniType>(
  endpoint: Pick<Endpoint, 'method' | 'path'> & { answer: Answer },
  { body, customerId = '' }: { body?: unknown; customerId?: string } = {},
): Promise<z.output<Answer>> {
  return callApi({
    method: endpoint.method,
    path: `/api/sandbox${endpoint.path.replace(':customerId', encodeURIComponent(customerId))}`,
    ...(body !== undefined && { body }),
    answer: endpoint.answer,
  })
}
