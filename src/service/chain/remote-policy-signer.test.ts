import { concatHex, numberToHex, slice, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { executeDigest, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { executeTypedData } from '#protocol/signing/wallet-typed-data.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { startPolicySignerStandIn, type StandInSign } from '#service/testing/policy-signer-stand-in.ts'
import { checkAccountSignature } from './co-signature.ts'
import { openRemotePolicySigner } from './remote-policy-signer.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const CHAIN_ID = 77_001
const ADDRESS = '0x00000000000000000000000000000000000000a1'
const CALL: ExecuteCall = {
  walletAddress: ADDRESS,
  toAddress: '0x00000000000000000000000000000000000000b2',
  value: 10n ** 30n,
  data: '0x12ab',
  expiration: 1_900_000_000n,
  fee: 0n,
  feeCoinAddress: ADDRESS,
  feeWithdrawAddress: ADDRESS,
}
const CONTENT = {
  digest: executeDigest(CHAIN_ID, CALL),
  typedData: executeTypedData(CHAIN_ID, CALL),
}

async function open(url: string) {
  const signer = await openRemotePolicySigner(url, CHAIN_ID)
  closers.push(signer.close)
  return signer
}
async function standIn(count?: number) {
  const signer = await startPolicySignerStandIn(count)
  closers.push(signer.stop)
  return signer
}

test('behavior: a signer that computes the digest from the content → a co-signature over exactly that digest', async () => {
  const remote = await standIn(2)
  const signer = await open(remote.url)
  const [, second] = await signer.accounts()
  expect(second).toBe(remote.accounts[1]?.address)
  const coSignature = await signer.sign(second ?? ADDRESS, CONTENT)
  const signed = { digest: CONTENT.digest, coSignature }
  expect(await checkAccountSignature(second ?? ADDRESS, signed)).toBe('valid')
  expect(remote.state.asked.at(-1)).toEqual(CONTENT.typedData)
})

test('behavior: a signer that names the method by its version, such as anvil → the same co-signature', async () => {
  const anvil = await startPlainAnvil({ accounts: 1, chainId: CHAIN_ID })
  closers.push(anvil.stop)
  const signer = await open(anvil.url)
  const [account = ADDRESS] = await signer.accounts()
  const signed = { digest: CONTENT.digest, coSignature: await signer.sign(account, CONTENT) }
  expect(await checkAccountSignature(account, signed)).toBe('valid')
})

const OTHER = privateKeyToAccount(generatePrivateKey())
/** Order of the curve secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** Returns the same signature with the other s, which is valid ECDSA but rejected by the wallet contract. */
function withHighS(signature: Hex): Hex {
  const s = ORDER - BigInt(slice(signature, 32, 64))
  const v = slice(signature, 64) === '0x1b' ? '0x1c' : '0x1b'
  return concatHex([slice(signature, 0, 32), numberToHex(s, { size: 32 }), v])
}
const WRONG: [string, StandInSign][] = [
  ['another key', (_account, typedData) => OTHER.signTypedData(typedData)],
  [
    'the prefix of a text',
    (account, typedData) => account.signMessage({ message: JSON.stringify(typedData) }),
  ],
  ['a high s', async (account, typedData) => withHighS(await account.signTypedData(typedData))],
  [
    'a v of 0 or 1',
    async (account, typedData) => {
      const signature = await account.signTypedData(typedData)
      return concatHex([slice(signature, 0, 64), slice(signature, 64) === '0x1b' ? '0x00' : '0x01'])
    },
  ],
  ['an empty signature', async () => '0x'],
]

describe('a signer that returns', () => {
  test.each(WRONG)(
    'error: %s → is rejected at the start, and its response is not used later',
    async (_title, sign) => {
      const wrong = await standIn()
      wrong.state.methods.set('eth_signTypedData', sign)
      await expect(openRemotePolicySigner(wrong.url, CHAIN_ID)).rejects.toThrow(
        'POLICY_SIGNER_URL: the signer returned something else than the signature of its account',
      )
      const later = await standIn()
      const signer = await open(later.url)
      later.state.methods.set('eth_signTypedData', sign)
      const [account = ADDRESS] = await signer.accounts()
      await expect(signer.sign(account, CONTENT)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    },
  )
})

test('error: a signer that is down, has no key or cannot sign typed data → a message that names the setting', async () => {
  const empty = await standIn(0)
  await expect(openRemotePolicySigner(empty.url, CHAIN_ID)).rejects.toThrow(
    'POLICY_SIGNER_URL: the signer has no key (eth_accounts is empty).',
  )
  const unable = await standIn()
  unable.state.methods.clear()
  await expect(openRemotePolicySigner(unable.url, CHAIN_ID)).rejects.toThrow(
    'POLICY_SIGNER_URL: the signer refuses eth_signTypedData and eth_signTypedData_v4. Use a signer that signs typed data',
  )
  unable.state.isDown = true
  await expect(openRemotePolicySigner(unable.url, CHAIN_ID)).rejects.toThrow(
    'POLICY_SIGNER_URL does not respond as a node does. Check the address and that it runs.',
  )
})

test('error: a signer that goes down → UNAVAILABLE until it is back', async () => {
  const remote = await standIn()
  const signer = await open(remote.url)
  const [account = ADDRESS] = await signer.accounts()
  remote.state.isDown = true
  await expect(signer.sign(account, CONTENT)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  remote.state.isDown = false
  expect(await signer.sign(account, CONTENT)).toMatch(/^0x[0-9a-f]{130}$/)
})

test('error: a signer that times out → the next request fails at once and does not reach it', async () => {
  const remote = await standIn()
  const signer = await openRemotePolicySigner(remote.url, CHAIN_ID, 500)
  closers.push(signer.close)
  const [account = ADDRESS] = await signer.accounts()
  remote.state.methods.set('eth_signTypedData', () => new Promise(() => {}))
  await expect(signer.sign(account, CONTENT)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const before = remote.state.asked.length
  await expect(signer.sign(account, CONTENT)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(remote.state.asked).toHaveLength(before)
})
