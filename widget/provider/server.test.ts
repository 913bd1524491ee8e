import { expect, test } from 'vitest'
import { createProvider } from './index.ts'

test('behavior: a module that renders pages on a server can create a provider, and no wallet is connected', async () => {
  const getToken = async () => 'token-1'
  const provider = createProvider({ apiUrl: 'https://wallets.example', chainId: 84001, getToken })
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x14821')
})
