import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { startApproverHarness } from '#service/testing/approver-harness.ts'
import { closeOrganization } from './close-organization.ts'

const harness = await forFile(startApproverHarness())

test('behavior: its keys stop working and its domain is free for others; closing again changes nothing', async () => {
  const { id, key } = await harness.addOrganization('Short-lived', 'short.example')
  expect((await harness.call('GET', '/v1/org/keys', { key })).status).toBe(200)
  expect(await closeOrganization(harness.ctx, id)).toBe('closed')
  expect((await harness.call('GET', '/v1/org/keys', { key })).status).toBe(401)
  expect(await closeOrganization(harness.ctx, id)).toBe('closed')
  const next = await harness.addOrganization('Next', 'short.example')
  expect((await harness.call('GET', '/v1/org/domains', { key: next.key })).content).toMatchObject([
    { domain: 'short.example' },
  ])
})

test('error: an organization with wallets stays unchanged, including its keys', async () => {
  const organization = await harness.addOrganization('With wallets', 'wallets.example')
  await harness.createWallet({ organization })
  expect(await closeOrganization(harness.ctx, organization.id)).toBe('has-wallets')
  expect((await harness.call('GET', '/v1/org/keys', { key: organization.key })).status).toBe(200)
})
