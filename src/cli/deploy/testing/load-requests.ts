import { SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { toKeyFields } from '#service/testing/wallet-requests.ts'
import type { LoadRequest } from './proxy-requests.ts'
import { HOST } from './start-proxy.ts'

const passkey = createSoftwarePasskey('shop.example')

/** `key` authenticates the service's requests, `admin` the console's. */
type Callers = { key: string; admin: Record<string, string>; from: string }

/** Requests that each worker sends in turn: a read, a POST that proxies may retry, and one that they may not. */
export function loadRequests({ key, admin, from }: Callers): LoadRequest[] {
  const read: LoadRequest = {
    name: 'GET',
    sent: { path: '/v1/baas/wallets?limit=1', headers: { 'x-api-key': key }, from },
  }
  const predict: LoadRequest = {
    name: 'POST',
    sent: {
      method: 'POST',
      path: `/v1/baas${SPEC_ENDPOINTS.predictWallet.path}`,
      headers: { 'x-api-key': key },
      body: JSON.stringify(toKeyFields(passkey)),
      from,
    },
  }
  const console: LoadRequest = {
    name: 'console POST',
    sent: {
      method: 'POST',
      path: '/api/addresses/lookup',
      headers: { ...admin, origin: `https://${HOST}` },
      body: JSON.stringify({ addresses: ['0x00000000000000000000000000000000beef0001'] }),
      from,
    },
  }
  return [predict, read, console, read]
}
