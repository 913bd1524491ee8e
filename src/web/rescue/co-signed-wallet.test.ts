import { type Address, encodeFunctionData, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { coSignatureDigest } from '#protocol/signing/message-digest.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { encodeDeployCall } from '#service/chain/factory-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { NodeError } from '#web/ui/ask-node.ts'
import { checkCoSignature } from './check-co-signature.ts'
import { draftRemoval, draftTransfer } from './draft-call.ts'
import { findSigner, readAgain, type FoundWallet } from './find-wallet.ts'
import { openNode } from './node.ts'
import { buildSubmissions } from './payer.ts'
import { readAuthority, readCoSigner } from './read-authority.ts'

const DAY_MS = 86_400_000
let laterMs = 0
const net = await forFile(serviceWorld.chain({ now: () => new Date(Date.now() + laterMs) }))
const node = openNode('', (method, params) => net.chain.rpc.request(z.unknown(), method, params))
const connection = {
  node,
  chainId: net.chain.id,
  factory: net.chain.factory,
  rpId: 'localhost',
  wallet: null,
}
const RECEIVER = '0x00000000000000000000000000000000000070a1'

async function pass(days: number): Promise<void> {
  laterMs += days * DAY_MS + 60_000
  await net.embedded.mineNow()
}

/** Creates a wallet with tokens. Returns it as the page sees it. */
async function newWallet(
  passkey = createSoftwarePasskey('localhost'),
): Promise<[FoundWallet, SoftwarePasskey]> {
  const address = walletAddress({ factory: net.chain.factory, ...passkey })
  await net.send({ to: net.chain.factory, data: encodeDeployCall(passkey) })
  await net.mintCoins(address, 100n)
  const { qx, qy, rpIdHash } = passkey
  const wallet = { address, qx, qy, rpIdHash, isDeployed: true, credentialId: '' }
  return [{ ...wallet, keyNumber: 0, coSigner: undefined }, passkey]
}

type SelfCall =
  | { functionName: 'setCoSigner'; args: [Address] }
  | { functionName: 'addKey' | 'removeKey'; args: [bigint, bigint] }

/** Makes a wallet call itself. */
async function callItself(
  wallet: FoundWallet,
  passkey: SoftwarePasskey,
  call: SelfCall,
): Promise<FoundWallet> {
  const data = encodeFunctionData({ abi: passkeyWalletAbi, ...call })
  const draft = await draftRemoval(connection, wallet)
  const self = { ...draft.call, data }
  const signed = { tuple: passkey.sign(executeDigest(net.chain.id, self)), coSignature: undefined }
  await sendAll(buildSubmissions(connection, wallet, self, signed))
  return readAgain(connection, wallet)
}

async function sendAll(submissions: ReturnType<typeof buildSubmissions>): Promise<void> {
  for (const { to, data } of submissions) await net.send({ to, data })
}

const draftPayment = (wallet: FoundWallet, units = 1n) =>
  draftTransfer(connection, wallet, {
    token: { address: net.tokens.erc20, symbol: 'DEMO', name: 'DEMO', decimals: 6, balance: 100n },
    to: RECEIVER,
    units,
  })

type Payment = { coSign?: (digest: Hex) => Promise<Hex>; units?: bigint }

/**
 * Sends a payment with the passkey's signature, and with a co-signature if given. Returns the received
 * amount.
 */
async function pay(wallet: FoundWallet, passkey: SoftwarePasskey, { coSign, units }: Payment = {}) {
  const { call, digest } = await draftPayment(wallet, units)
  const before = await readErc20Balance(net.chain, net.tokens.erc20, RECEIVER)
  const coSignature = coSign && (await coSign(digest))
  await sendAll(buildSubmissions(connection, wallet, call, { tuple: passkey.sign(digest), coSignature }))
  return (await readErc20Balance(net.chain, net.tokens.erc20, RECEIVER)) - before
}

const account = privateKeyToAccount(generatePrivateKey())

describe('several passkeys', () => {
  test('behavior: any passkey of a wallet is found by its number and can pay, and a removed passkey is not found', async () => {
    const [wallet, first] = await newWallet()
    const second = createSoftwarePasskey('localhost')
    await callItself(wallet, first, { functionName: 'addKey', args: [second.qx, second.qy] })
    const bySecond = { ...wallet, qx: second.qx, qy: second.qy }
    const found = { ...bySecond, ...findSigner(await readAuthority(node, wallet.address), bySecond) }
    expect(found.keyNumber).toBe(1)
    expect(await pay(found, second)).toBe(1n)
    // Two equal payments within one second would have the same digest.
    expect(await pay(await readAgain(connection, wallet), first, { units: 2n })).toBe(2n)

    await callItself(found, second, { functionName: 'removeKey', args: [first.qx, first.qy] })
    await expect(readAgain(connection, wallet)).rejects.toThrow(/does not obey this passkey/)
    const main = await readAgain(connection, found)
    expect(main.keyNumber).toBe(0)
    expect(await pay(main, second, { units: 3n })).toBe(3n)
  })

  test('error: a passkey that was never added does not belong to the wallet', async () => {
    const [wallet] = await newWallet()
    const stranger = createSoftwarePasskey('localhost')
    await expect(readAgain(connection, { ...wallet, qx: stranger.qx, qy: stranger.qy })).rejects.toThrow(
      wallet.address,
    )
  })
})

describe('a co-signer', () => {
  test('behavior: the co-signer is shown, and the passkey can pay only with its co-signature', async () => {
    const [plain, passkey] = await newWallet()
    expect(plain.coSigner).toBeUndefined()
    const wallet = await callItself(plain, passkey, { functionName: 'setCoSigner', args: [account.address] })
    expect(wallet.coSigner).toEqual({ address: account.address, until: undefined })
    expect((await draftPayment(wallet)).coSigner).toBe(account.address)
    await expect(pay(wallet, passkey)).rejects.toThrow()
    expect(
      await pay(wallet, passkey, {
        coSign: async (digest) => {
          const pasted = ` ${await account.sign({ hash: digest })}\n`
          return checkCoSignature(node, { coSigner: account.address, digest, pasted })
        },
      }),
    ).toBe(1n)
  })

  test('behavior: the removal needs no co-signature, and after three days the passkey can pay alone', async () => {
    const [plain, passkey] = await newWallet()
    const wallet = await callItself(plain, passkey, { functionName: 'setCoSigner', args: [account.address] })
    const removal = await draftRemoval(connection, wallet)
    expect(removal).toMatchObject({ what: 'removal', coSigner: undefined })
    expect(removal.description.kind).toBe('wallet-start-co-signer-removal')
    expect(removal.call).toMatchObject({ toAddress: wallet.address, value: 0n, fee: 0n })
    const signed = { tuple: passkey.sign(removal.digest), coSignature: undefined }
    await sendAll(buildSubmissions(connection, wallet, removal.call, signed))

    const waiting = await readAgain(connection, wallet)
    const secondsLeft = Number(waiting.coSigner?.until) - (Date.now() + laterMs) / 1_000
    expect(secondsLeft).toBeGreaterThan(2.9 * 86_400)
    expect(secondsLeft).toBeLessThanOrEqual(3 * 86_400)
    await expect(pay(waiting, passkey)).rejects.toThrow()
    await pass(3)
    const free = await readAgain(connection, waiting)
    expect(free.coSigner).toBeUndefined()
    expect(await pay(free, passkey)).toBe(1n)
  })

  test('behavior: a deployed approval wallet co-signs with its own message', async () => {
    const approval = createSoftwarePasskey('localhost')
    const coSigner = walletAddress({ factory: net.chain.factory, ...approval })
    const [plain, passkey] = await newWallet()
    const wallet = await callItself(plain, passkey, { functionName: 'setCoSigner', args: [coSigner] })
    const coSign = async (digest: Hex) => {
      const pasted = approval.sign(coSignatureDigest(net.chain.id, coSigner, digest))
      return checkCoSignature(node, { coSigner: checksumAddress(coSigner), digest, pasted })
    }
    await expect(pay(wallet, passkey, { coSign })).rejects.toThrow(/has no contract on this chain/)
    await newWallet(approval)
    expect(await pay(wallet, passkey, { coSign })).toBe(1n)
  })

  test('error: an earlier wallet has one key and no co-signer, and an address without a wallet is rejected', async () => {
    const word = (value: bigint) => value.toString(16).padStart(64, '0')
    const answering = (answers: Record<string, string>) =>
      openNode('', async (_, [call]) => {
        const { data } = z.object({ data: z.string() }).parse(call)
        const answer = answers[data]
        if (answer === undefined) throw new NodeError('reverted', { data: '0x' })
        return answer
      })
    const selector = (functionName: 'qx' | 'qy' | 'keys') =>
      encodeFunctionData({ abi: passkeyWalletAbi, functionName })
    const earlier = answering({
      [selector('qx')]: `0x${word(7n)}`,
      [selector('qy')]: `0x${word(8n)}`,
    })
    expect(await readAuthority(earlier, ZERO_ADDRESS)).toEqual({
      keys: [{ number: 0, qx: 7n, qy: 8n }],
      coSigner: undefined,
    })
    const odd = answering({ [selector('keys')]: `0x${word(1n)}` })
    await expect(readAuthority(odd, ZERO_ADDRESS)).rejects.toThrow(/does not respond like a wallet/)
    await expect(readCoSigner(answering({}), ZERO_ADDRESS)).rejects.toThrow(NodeError)
  })
})

describe('a pasted co-signature', () => {
  const digest: Hex = `0x${'5a'.repeat(32)}`
  const sign = async (hash: Hex = digest) => account.sign({ hash })
  const HALF = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

  test.each<[string, () => Promise<string>, RegExp]>([
    ['nothing', async () => ' ', /Paste the co-signature as hex/],
    ['half a byte', async () => '0x123', /Paste the co-signature as hex/],
    ['a text', async () => 'signed', /Paste the co-signature as hex/],
    ['64 bytes', async () => (await sign()).slice(0, -2), /has 65 bytes/],
    ['one over another digest', () => sign(`0x${'5b'.repeat(32)}`), /did not sign this digest/],
    [
      'one with the prefix of a message',
      () => account.signMessage({ message: { raw: digest } }),
      /did not sign/,
    ],
    [
      'one of another account',
      () => privateKeyToAccount(generatePrivateKey()).sign({ hash: digest }),
      /did not sign/,
    ],
    ['zeros', async () => `0x${'00'.repeat(64)}1b`, /did not sign this digest/],
    ['v of 0 or 1', async () => `${(await sign()).slice(0, -2)}00`, /did not sign this digest/],
    ['a high s', async () => withHighS(await sign()), /did not sign this digest/],
  ])('error: %s is rejected before anything is sent', async (_, pasted, message) => {
    const check = checkCoSignature(node, { coSigner: account.address, digest, pasted: await pasted() })
    await expect(check).rejects.toThrow(message)
  })

  test('param: accepts the co-signature with or without 0x, in any case', async () => {
    const signature = await sign()
    for (const pasted of [signature, signature.slice(2), signature.toUpperCase()])
      expect(await checkCoSignature(node, { coSigner: account.address, digest, pasted })).toBe(signature)
  })

  function withHighS(signature: Hex): string {
    const s = HALF - BigInt(`0x${signature.slice(66, 130)}`)
    const v = signature.endsWith('1b') ? '1c' : '1b'
    return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`
  }
})

test('param: the key number and the co-signature follow the tuple, and an undeployed wallet is deployed first', async () => {
  const [wallet] = await newWallet()
  const { call } = await draftRemoval(connection, wallet)
  const tuple: Hex = `0x${'ab'.repeat(64)}`
  const coSignature: Hex = '0xc0ffee'
  const later = { ...wallet, keyNumber: 3, isDeployed: false }
  const [deployment, execution] = buildSubmissions(connection, later, call, { tuple, coSignature })
  expect(deployment).toMatchObject({ what: 'deploy', to: net.chain.factory })
  const joined = joinSignature({ tuple, keyNumber: 3, coSignature })
  expect(execution?.data).toContain(joined.slice(2))
})
