// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { COIN, createServerState } from '#widget/testing/server-state.ts'
import { createSoftwareAuthenticator } from '#widget/testing/software-authenticator.ts'
import { standIn } from '#widget/testing/stand-in-server.ts'
import { memoryStore } from '#widget/testing/test-flows.ts'
import { createLatchkey, type Latchkey, type LatchkeyOptions } from './index.ts'

let warned = vi.spyOn(console, 'warn')

beforeEach(() => {
  vi.stubGlobal('location', { hostname: 'shop.example' })
  warned = vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Options of a page. `given` may be any JavaScript value. */
function openPage(given: object = {}) {
  const server = createServerState()
  const options: LatchkeyOptions = {
    apiUrl: 'https://wallets.example',
    getToken: async () => server.validToken,
    fetch: (url: string, init: RequestInit) => standIn(server)(url, init),
    authenticator: createSoftwareAuthenticator(),
    store: memoryStore().store,
  }
  return { server, latchkey: createLatchkey(Object.assign(options, given)) }
}

describe('createLatchkey', () => {
  test.each<[given: object, says: string]>([
    [
      { apiUrl: 'wallets.example' },
      'apiUrl must be an origin such as https://wallets.example, not "wallets.example"',
    ],
    [{ apiUrl: undefined }, 'apiUrl must be an origin such as https://wallets.example, and is missing'],
    [{ getToken: undefined }, 'getToken must be a function, and is missing'],
    [{ getToken: 'eyJ' }, 'getToken must be a function, and is string'],
    [{ chainId: '0x14821' }, 'chainId must be a chain number in decimal digits, not "0x14821"'],
    [
      { chainId: '' },
      'chainId must be a chain number in decimal digits, and is empty: set it, or leave it out',
    ],
    [{ chainID: 84_001 }, 'chainID is not known to createLatchkey: use chainId'],
    [{ chain: 84_001 }, 'chain is not known to createLatchkey: use chainId'],
    [{ url: 'https://wallets.example' }, 'url is not known to createLatchkey: use apiUrl'],
    [{ fetch: {} }, 'fetch must be a function, and is object'],
  ])('error: %j → CONFIGURATION: %s', (given, says) => {
    expect(() => openPage(given)).toThrow(`CONFIGURATION: ${says}`)
    expect(warned).not.toHaveBeenCalled()
  })

  test('error: rpId with a scheme → RP_ID_MISMATCH, which names the option', () => {
    expect(() => openPage({ rpId: 'https://shop.example' })).toThrow(/^RP_ID_MISMATCH: rpId must be a domain/)
  })

  test('error: an option that affects only looks, or nothing → a warning, and it works', () => {
    openPage({ debug: true })
    expect(warned.mock.calls).toEqual([['[latchkey]', 'debug is not known to createLatchkey']])
  })

  test.each([84_001, 84_001n, '84001'])('param: chainId %s', (chainId) => {
    expect(() => openPage({ chainId })).not.toThrow()
  })
})

const TRANSFER = { tokenAddress: COIN, to: FRIEND, amount: '1' }
const confirm = async () => true
const askCode = async () => '123456'

describe('its functions', () => {
  test.each<[name: keyof Latchkey, input: object, says: string]>([
    ['signTransaction', { transfer: TRANSFER }, 'confirm must be a function, and is missing'],
    ['signTransaction', { confirm }, 'transfer or call is missing'],
    ['signTransaction', { confirm, transfer: { ...TRANSFER, to: undefined } }, 'transfer: to is missing'],
    [
      'signTransaction',
      { confirm, transfer: { token: COIN, to: FRIEND, amount: '1' } },
      'token is not known to transfer: use tokenAddress',
    ],
    [
      'signTransaction',
      { confirm, transfer: { ...TRANSFER, recipient: FRIEND } },
      'recipient is not known to transfer: use to',
    ],
    [
      'signTransaction',
      { confirm, transfer: { ...TRANSFER, tokenAddress: 'DEMO' } },
      'tokenAddress must be an address',
    ],
    [
      'signTransaction',
      { confirm, transfer: TRANSFER, maxFee: '1.5' },
      'maxFee must be a whole number of base units',
    ],
    [
      'signTransaction',
      { confirm, transfer: TRANSFER, maxFee: 2 ** 60 },
      'maxFee must be a whole number of base units',
    ],
    [
      'signTransaction',
      { confirm, transfer: TRANSFER, maxfee: '1' },
      'maxfee is not known to signTransaction: use maxFee',
    ],
    [
      'signTransaction',
      { confirm, transfer: TRANSFER, tokenDecimals: -1 },
      'tokenDecimals must be a whole number',
    ],
    [
      'signTransaction',
      { confirm, transfer: TRANSFER, walletAddress: 'my.eth' },
      'walletAddress must be an address',
    ],
    ['cancelTransaction', { digest: '0x12' }, 'confirm must be a function, and is missing'],
    ['createWallet', { email: 'mira@example.com' }, 'askCode must be a function, and is missing'],
    ['createWallet', { askCode, label: 'x'.repeat(51) }, 'label must be a name of at most 50 characters'],
    ['login', { walletAddress: 'my.eth' }, 'walletAddress must be an address'],
    ['login', { wallet: COIN }, 'wallet is not known to login: use walletAddress'],
    ['login', { beforeLogin: true }, 'beforeLogin must be a function, and is boolean'],
    ['recover', {}, 'onProposal must be a function, and is missing'],
    ['recover', { onProposal() {}, walletAddress: '' }, 'walletAddress must be an address'],
  ])('error: %s(%j) → CONFIGURATION: %s, and no request', async (name, input, says) => {
    const { server, latchkey } = openPage()
    const call: unknown = Reflect.apply(latchkey[name], undefined, [input])
    await expect(call).rejects.toThrow(`CONFIGURATION: ${says}`)
    expect(server.requests).toEqual([])
  })
})
