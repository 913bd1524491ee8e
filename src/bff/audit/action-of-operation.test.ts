import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/baas/endpoints.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#shared/org/endpoints.ts'
import { actionOfOperation } from './action-of-operation.ts'

describe('actionOfOperation', () => {
  test.each([
    ['issueApiKey', 'api-key.issued'],
    ['verifyDomain', 'domain.verified'],
    ['setFees', 'fees.set'],
    ['rotateWebhookSecret', 'webhook.secret-rotated'],
    ['replayEvents', 'webhook.events-replayed'],
    ['prepareErc1155SetApprovalForAll', 'erc1155-set-approval-for-all.prepared'],
    ['predictWallet', undefined],
  ])('param: %s is %s', (operation, action) => {
    expect(actionOfOperation(operation, 'POST')).toBe(action)
  })

  test('behavior: every change of the tables has a name of its own', () => {
    const rows = Object.entries<Endpoint>({ ...BAAS_ENDPOINTS, ...ORG_ENDPOINTS })
    const actions = rows.flatMap(([operation, { method }]) => actionOfOperation(operation, method) ?? [])
    expect(new Set(actions).size).toBe(actions.length)
    for (const action of actions) expect(action).toMatch(/^[a-z][a-z0-9-]*\.[a-z-]+$/)
  })
})
