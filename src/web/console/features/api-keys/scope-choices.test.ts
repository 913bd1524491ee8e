import { expect, test } from 'vitest'
import { SCOPES } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { listEndpoints } from './scope-picker.tsx'

test('behavior: lists every endpoint that needs a scope under exactly one scope', () => {
  const rows = [...Object.values(BAAS_ENDPOINTS), ...Object.values(ORG_ENDPOINTS)]
  const scoped = rows.filter(({ scope }) => scope !== null)
  expect(SCOPES.flatMap(listEndpoints)).toHaveLength(scoped.length)
})

test('behavior: shows endpoints as in the specification', () => {
  expect(listEndpoints('transaction:execute')).toEqual([
    'POST /baas/transactions/execute',
    'POST /baas/messages',
  ])
})
