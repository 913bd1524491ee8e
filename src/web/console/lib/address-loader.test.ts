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
  const loaded = await Promise.all([at(1), at(2), at(1)].map((address) => load(address)))
  expect(loaded.map(({ address }) => address)).toEqual([at(1), at(2), at(1)])
  expect(send.mock.calls).toEqual([[[at(1), at(2)]]])
  await load(at(3))
  expect(send).toHaveBeenCalledTimes(2)
})

test('behavior: adds the addresses that the page’s other requests bring', async () => {
  const send = vi.fn(async (addresses: string[]) => answer(addresses))
  let reads = true
  const load = createAddressLoader(send, () => reads)
  const first = load(at(1))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(send).not.toHaveBeenCalled()
  reads = false
  await Promise.all([first, load(at(2))])
  expect(send.mock.calls).toEqual([[[at(1), at(2)]]])
})

test('behavior: waits no longer than a second for the page’s other requests', async () => {
  vi.useFakeTimers()
  const send = vi.fn(async (addresses: string[]) => answer(addresses))
  const loaded = createAddressLoader(send, () => true)(at(1))
  await vi.advanceTimersByTimeAsync(900)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect((await loaded).address).toBe(at(1))
  vi.useRealTimers()
})

test('behavior: does not ask for an address whose page was left, and keeps the others', async () => {
  const send = vi.fn(async (addresses: string[]) => answer(addresses))
  const load = createAddressLoader(send)
  const left = new AbortController()
  const dropped = load(at(1), left.signal)
  const kept = load(at(2))
  left.abort(new Error('left the page'))
  await expect(dropped).rejects.toThrow('left the page')
  expect((await kept).address).toBe(at(2))
  expect(send.mock.calls).toEqual([[[at(2)]]])
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
