import { expect, test } from 'vitest'
import type { HostedUpstream } from '#protocol/hosted-upstream.ts'
import { keyWords, outcomeWays } from './hosted-service-card.tsx'

const AT = '2026-11-21T10:00:00.000Z'
const upstream: HostedUpstream = {
  host: 'service.example',
  baseUrl: 'https://service.example/v1/baas',
  apiKey: { answer: 'accepted', sealedWithPresentSecret: true },
  features: null,
  chainKnownFrom: 'settings',
  webhook: {
    url: 'https://console.example/hook',
    secretSetAtDatetime: null,
    heardAtDatetime: null,
    refused: null,
  },
  polling: { works: false, heardAtDatetime: null },
  open: 0,
}
const states = (changes: Partial<HostedUpstream>) =>
  outcomeWays({ ...upstream, ...changes }).map(({ state }) => state)

test('behavior: reports that neither a webhook nor polling works', () => {
  expect(states({})).toEqual(['Not set up', 'Not offered'])
})

test('behavior: a webhook is in effect after its first message, not once its secret is set', () => {
  const set = { ...upstream.webhook, secretSetAtDatetime: AT }
  expect(states({ webhook: set })).toEqual(['No contact yet', 'Not offered'])
  expect(states({ webhook: { ...set, heardAtDatetime: AT } })).toEqual(['Active', 'Not offered'])
})

test('behavior: polling is in effect if the service responds, and not claimed before it was tried', () => {
  expect(states({ polling: { works: true, heardAtDatetime: AT } })).toEqual(['Not set up', 'Active'])
  expect(states({ polling: { works: null, heardAtDatetime: null } })[1]).toBe('Not tried yet')
})

test('behavior: a refused key and a key encrypted with an old secret say what to do', () => {
  const refused = keyWords({ ...upstream, apiKey: { answer: 'refused', sealedWithPresentSecret: false } })
  expect(refused.sentence).toContain('UPSTREAM_API_KEY')
  expect(refused.sentence).toContain('rotate-secret')
})
