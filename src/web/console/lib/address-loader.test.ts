import { expect, test, vi } from 'vitest'
import type { KnownAddresses } from '#protocol/addresses.ts'
import { createAddressLoader } from './address-loader.ts'

const at = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
const answer = (addresses: string[]): KnownAddresses => ({
  wallets: 'checked',
  addresses: addresses.map((address) => ({ address, known: null, looksLike: null })),
})

test('behavior: sends one request for the addresses of one tick, with each address once', async () => {
  const send = vi.fn(async (addresses: string[]) => answer(addresses))
  const load = createAddressLoader(send)
  const loaded = await Promise.all([at(1), at(2), at(1)].map(load))
  expect(loaded.map(({ address }) => address)).toEqual([at(1), at(2), at(1)])
  expect(send.mock.calls).toEqual([[[at(1), at(2)]]])
  await load(at(3))
  expect(send).toHaveBeenCalledTimes(2)
})

test('param: sends several requests for more than 200 addresses', async () => {
  const send = vi.fn(async (addresses: string[]) => answer(addresses))
  const load = createAddressLoader(send)
  await Promise.all(Array.from({ length: 450 }, (_, index) => load(at(index))))
  expect(send.mock.calls.map(([addresses]) => addresses.length)).toEqual([200, 200, 50])
})

test('error: rejects if the request fails or the response lacks the address', async () => {
  const failing = createAddressLoader(async () => Promise.reject(new Error('no answer')))
  await expect(failing(at(1))).rejects.toThrow('no answer')
  const silent = createAddressLoader(async () => answer([]))
  await expect(silent(at(1))).rejects.toThrow('left out')
})
