import type { Agent } from 'node:https'
import { SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { keyOf } from '#service/testing/wallet-requests.ts'
import { send, type Sent } from './proxy-requests.ts'

const passkey = createSoftwarePasskey('shop.example')

/** Sends a POST and a GET by turns through a proxy, both with an API key, from a local address. */
export function alternateRequests({ port, key, from }: { port: number; key: string; from: string }) {
  const headers = { 'x-api-key': key }
  const predict: Sent = {
    method: 'POST',
    path: `/v1/baas${SPEC_ENDPOINTS.predictWallet.path}`,
    headers,
    body: JSON.stringify(keyOf(passkey)),
  }
  const list: Sent = { path: '/v1/baas/wallets?limit=1', headers }
  return (number: number, agent: Agent) => send(port, { ...(number % 2 === 0 ? predict : list), from, agent })
}
