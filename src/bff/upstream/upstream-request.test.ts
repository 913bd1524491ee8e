import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Endpoint } from '#shared/baas/endpoints.ts'
import { BAAS_ENDPOINTS } from '#shared/org/endpoints.ts'
import type { callUpstream } from './call-upstream.ts'
import { upstreamRequest, type UpstreamInput } from './upstream-request.ts'

type Table = typeof BAAS_ENDPOINTS

describe('what the compiler knows of a row (checked by tsc)', () => {
  test('behavior: the body, the query and the path are those of its schemas', () => {
    expectTypeOf<UpstreamInput<Table['predictWallet']>>().toHaveProperty('body').toEqualTypeOf<{
      qx: string
      qy: string
      rpIdHash: string
    }>()
    expectTypeOf<UpstreamInput<Table['pendingVerification']>['query']>().toEqualTypeOf<{ email: string }>()
    expectTypeOf<UpstreamInput<Table['getTransaction']>['params']>().toEqualTypeOf<{
      transactionUuid: string
    }>()
    expectTypeOf<Record<never, never>>().not.toExtend<UpstreamInput<Table['predictWallet']>>()
    expectTypeOf<Record<never, never>>().toExtend<UpstreamInput<Table['listWallets']>>()
    expectTypeOf<{ body: { qx: string } }>().not.toExtend<UpstreamInput<Table['predictWallet']>>()
    expectTypeOf<{ body: object }>().not.toExtend<UpstreamInput<Table['getConfig']>>()
  })

  test('behavior: the answer is that of its schema, and of a row that is not known nothing is', () => {
    const call: typeof callUpstream<Table['getConfig']> = () => Promise.reject(new Error('types only'))
    expectTypeOf(call)
      .returns.resolves.toHaveProperty('content')
      .toHaveProperty('chainId')
      .toEqualTypeOf<number>()
    expectTypeOf<UpstreamInput<Endpoint>['body']>().toEqualTypeOf<unknown>()
  })
})

test('param: a query without a value is left out', () => {
  const settings = { baasUrl: 'https://service.example/v1/baas', orgUrl: 'https://service.example/v1/org' }
  const request = upstreamRequest(
    settings,
    { id: 'o', name: 'Demo', apiKey: 'pk_live_x' },
    {
      base: 'baas',
      endpoint: BAAS_ENDPOINTS.listWallets,
      requestId: 'r',
      query: { limit: '10', cursor: undefined },
    },
  )
  expect(request.url).toBe('https://service.example/v1/baas/wallets?limit=10')
})
