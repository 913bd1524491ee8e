import { expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { trustedDescriptorsSchema } from '#protocol/console/trusted-descriptors.ts'
import { readDescriptor } from '#protocol/descriptors/read-descriptor.ts'
import { readRegistry } from './registry.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()
const shop = world.shopForEach()

/** Aave's pool, version 2. Source: the registry. */
const POOL = '0x7d2768dE32b0b80b7a3454c06BdAc94A69DDc7A9'
const trust = (trusted: string[]) =>
  admin.browser.send('/api/descriptors', { method: 'PUT', body: { trusted } })
const about = async (token: string, addresses: string, chainId = 1) =>
  readContent(await fromPage(world, token, `/descriptors?chainId=${chainId}&addresses=${addresses}`))

test('behavior: the snapshot matches its pin, and each of its descriptors can be parsed', async () => {
  const { owners } = await readRegistry()
  const all = Object.values(owners).flat()
  expect(all.length).toBeGreaterThan(200)
  for (const descriptor of all) expect(readDescriptor(descriptor).formats.size).toBeGreaterThan(0)
})

test('behavior: lists no descriptors until an administrator trusts an owner, then only that owner’s for the chain and contract', async () => {
  const token = await shop.token()
  expect(await about(token, POOL)).toEqual([])
  const listed = trustedDescriptorsSchema.parse(
    await readContent(await admin.browser.send('/api/descriptors')),
  )
  expect(listed.trusted).toEqual([])
  expect(listed.owners).toContainEqual(expect.objectContaining({ id: 'aave', name: 'Aave DAO' }))
  expect((await trust(['aave'])).status).toBe(200)
  expect(await about(token, POOL.toLowerCase())).toMatchObject([{ metadata: { owner: 'Aave DAO' } }])
  expect(await about(token, POOL, 10)).toEqual([])
  expect(await about(token, `0x${'12'.repeat(20)}`)).toEqual([])
  await trust([])
  expect(await about(token, POOL)).toEqual([])
  const entries = await world.audited('organization.descriptors')
  expect(entries.map(({ details }) => JSON.parse(details))).toEqual([{ trusted: 'aave' }, { trusted: '' }])
})

test('error: rejects an owner that is not in the registry, and a request without addresses', async () => {
  for (const name of ['nobodys', 'toString', '__proto__'])
    expect((await readError(trust([name]))).errors).toMatchObject([{ path: 'trusted' }])
  const token = await shop.token()
  expect((await fromPage(world, token, '/descriptors?chainId=1&addresses=')).status).toBe(400)
})
