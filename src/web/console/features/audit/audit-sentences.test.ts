import { expect, test } from 'vitest'
import type { AuditAction } from '#protocol/audit-actions.ts'
import { CONSOLE_ENDPOINTS, HOSTED_CONSOLE_ENDPOINTS } from '#protocol/console-endpoints.ts'
import type { ConsoleEndpoint } from '#protocol/console/console-endpoint.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { SANDBOX_ENDPOINTS } from '#protocol/sandbox.ts'
import { readSentence } from './audit-sentences.ts'

const ROWS: (Endpoint | ConsoleEndpoint)[] = Object.values({
  ...BAAS_ENDPOINTS,
  ...ORG_ENDPOINTS,
  ...SANDBOX_ENDPOINTS,
  ...CONSOLE_ENDPOINTS,
  ...HOSTED_CONSOLE_ENDPOINTS,
})
const ACTIONS = [...new Set(ROWS.flatMap(({ action }) => action ?? []))]
const SAID = { details: {}, call: null, isNamed: true }

test('param: every action of a row has a sentence for each result', () => {
  expect(ACTIONS.length).toBeGreaterThan(80)
  for (const action of ACTIONS)
    for (const result of ['done', 'refused', 'failed', 'unknown'] as const)
      expect(readSentence({ action, result }, SAID), action).toMatch(/\w/)
})

test('error: a call that did not succeed is never said to have happened', () => {
  const rows: Endpoint[] = Object.values({ ...BAAS_ENDPOINTS, ...ORG_ENDPOINTS })
  for (const action of rows.flatMap(({ action: one }) => one ?? []))
    expect(readSentence({ action, result: 'refused' }, SAID), action).toContain('{actor} tried to')
})

test('error: an action without a sentence does not compile', () => {
  // @ts-expect-error -- only the actions of the endpoint tables are actions of the log
  const action: AuditAction = 'moon.landed'
  expect(readSentence({ action, result: 'done' }, SAID)).toBeUndefined()
})
