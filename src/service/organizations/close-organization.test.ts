import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { closeOrganization } from './close-organization.ts'

const world = await forFile(serviceWorld.approvals())

test('behavior: a closed organization’s keys stop working and its domain is free for others; closing again changes nothing', async () => {
  const { id, key } = await world.addOrganization('Short-lived', 'short.example')
  expect((await world.call('GET', '/v1/org/keys', { key })).status).toBe(200)
  expect(await closeOrganization(world.ctx, id)).toBe('closed')
  expect((await world.call('GET', '/v1/org/keys', { key })).status).toBe(401)
  expect(await closeOrganization(world.ctx, id)).toBe('closed')
  const next = await world.addOrganization('Next', 'short.example')
  expect((await world.call('GET', '/v1/org/domains', { key: next.key })).content).toMatchObject([
    { domain: 'short.example' },
  ])
})

test('error: an organization with wallets stays unchanged, including its keys', async () => {
  const organization = await world.addOrganization('With wallets', 'wallets.example')
  await world.createWallet({ organization })
  expect(await closeOrganization(world.ctx, organization.id)).toBe('has-wallets')
  expect((await world.call('GET', '/v1/org/keys', { key: organization.key })).status).toBe(200)
})
