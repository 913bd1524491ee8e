import { expect, expectTypeOf, test } from 'vitest'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { callUpstream } from './call-upstream.ts'
import { upstreamRequest, type UpstreamCall, type UpstreamInput } from './upstream-request.ts'

type Table = typeof BAAS_ENDPOINTS

const SETTINGS = {
  baasUrl: 'https://service.example/v1/baas',
  orgUrl: 'https://service.example/v1/org',
  hostedUpstream: false,
}

const requestFor = (call: Pick<UpstreamCall, 'endpoint' | 'params' | 'query' | 'body'>) =>
  upstreamRequest(SETTINGS, { id: 'o', name: 'Demo', apiKey: 'pk_live_x' }, call)

test('behavior: the schemas type the body, the query and the path', async () => {
  const body = { qx: '1', qy: '2', rpIdHash: '3' }
  const predicted = requestFor({ endpoint: BAAS_ENDPOINTS.predictWallet, body })
  expect([predicted.method, predicted.url]).toEqual(['POST', `${SETTINGS.baasUrl}/wallets/predict`])
  expect(await predicted.json()).toEqual(body)
  const read = requestFor({ endpoint: BAAS_ENDPOINTS.getTransaction, params: { transactionUuid: 'a/b' } })
  expect([read.method, read.url]).toEqual(['GET', `${SETTINGS.baasUrl}/transactions/a%2Fb`])

  // These lines are checked by tsc.
  expectTypeOf<UpstreamInput<Table['predictWallet']>>().toHaveProperty('body').toEqualTypeOf<typeof body>()
  expectTypeOf<UpstreamInput<Table['pendingVerification']>['query']>().toEqualTypeOf<{ email: string }>()
  expectTypeOf<Record<never, never>>().not.toExtend<UpstreamInput<Table['predictWallet']>>()
  expectTypeOf<Record<never, never>>().toExtend<UpstreamInput<Table['listWallets']>>()
  expectTypeOf<{ body: { qx: string } }>().not.toExtend<UpstreamInput<Table['predictWallet']>>()
  expectTypeOf<{ body: object }>().not.toExtend<UpstreamInput<Table['getConfig']>>()
  expectTypeOf<UpstreamInput<Endpoint>['body']>().toEqualTypeOf<unknown>()
  expectTypeOf<Awaited<ReturnType<typeof callUpstream<Table['getConfig']>>>>()
    .toHaveProperty('content')
    .toHaveProperty('chainId')
    .toEqualTypeOf<number>()
})

test('param: omits a query field without a value', () => {
  const request = requestFor({
    endpoint: BAAS_ENDPOINTS.listWallets,
    query: { limit: '10', cursor: undefined },
  })
  expect(request.url).toBe('https://service.example/v1/baas/wallets?limit=10')
})
