import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { hexToBigInt, hexToNumber, isHex, type Address, type Hex, type TransactionSerializable } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { openRemoteSigners } from './remote-signers.ts'
import { quantity, quantitySchema } from './rpc-schemas.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

test('behavior: with the keys in a remote signer, wallets are created and transfers sent, each paid by one of its keys', async () => {
  const signer = await startPlainAnvil({ accounts: 2 })
  closers.push(signer.stop)
  const anvil = await startPlainAnvil({ chainId: signer.chainId })
  closers.push(anvil.stop)
  const { signers, close } = await openRemoteSigners(signer.url)
  closers.push(close)
  expect(signers).toHaveLength(2)
  const world = await serviceWorld.node({ anvil, signers })
  closers.push(world.stop)
  const wallet = await world.createWallet()
  await world.mint(wallet.address, 5n)
  const to = newAddress()
  expect((await world.transfer(wallet, to, 2n)).status).toBe(200)
  await expect.poll(() => world.coinsOf(to)).toBe(2n)
  // Returns the number of transactions that these signers did not send. Transactions of both signers may be in one
  // block.
  const ofOthers = async () => {
    const counts = signers.map(({ address }) =>
      anvil.rpc.request(quantitySchema, 'eth_getTransactionCount', [address, 'latest']),
    )
    const blocks = Array.from({ length: Number(await anvil.head()) }, (_, index) =>
      anvil.rpc.request(quantitySchema, 'eth_getBlockTransactionCountByNumber', [
        quantity(BigInt(index + 1)),
      ]),
    )
    const sum = (all: bigint[]) => all.reduce((total, count) => total + count, 0n)
    return sum(await Promise.all(blocks)) - sum(await Promise.all(counts))
  }
  await expect.poll(ofOthers).toBe(0n)
})

const KEY = privateKeyToAccount(generatePrivateKey())
const ASKED = {
  chainId: 5,
  type: 'eip1559',
  nonce: 0,
  to: KEY.address,
  value: 0n,
  data: '0x1234',
  gas: 21_000n,
  maxFeePerGas: 7n,
  maxPriorityFeePerGas: 1n,
} as const
const hexSchema = z.custom<Hex>((value) => isHex(value))
const requestSchema = z.object({
  id: z.number(),
  method: z.string(),
  params: z.array(z.record(z.string(), hexSchema)),
})

/** Returns the transaction that a request asks to sign, with the signer's own chain id. */
function read(request: Record<string, Hex>): TransactionSerializable {
  const { to, data, nonce = '0x0', value = '0x0', gas = '0x0', gasPrice } = request
  const { maxFeePerGas = '0x0', maxPriorityFeePerGas = '0x0' } = request
  const call = {
    chainId: 5,
    to,
    data,
    nonce: hexToNumber(nonce),
    value: hexToBigInt(value),
    gas: hexToBigInt(gas),
  }
  if (gasPrice !== undefined) return { ...call, type: 'legacy', gasPrice: hexToBigInt(gasPrice) }
  const fees = {
    maxFeePerGas: hexToBigInt(maxFeePerGas),
    maxPriorityFeePerGas: hexToBigInt(maxPriorityFeePerGas),
  }
  return { ...call, type: 'eip1559', ...fees }
}

/** Starts a signer that behaves as documented. `sign` creates the response of `eth_signTransaction`. */
async function standIn(
  sign: (asked: TransactionSerializable) => unknown,
  accounts: Address[] = [KEY.address],
) {
  async function answer(incoming: IncomingMessage): Promise<string> {
    const { id, method, params } = requestSchema.parse(await json(incoming))
    const result = method === 'eth_accounts' ? accounts : await sign(read(params[0] ?? {}))
    return JSON.stringify({ jsonrpc: '2.0', id, result })
  }
  const server = createServer(
    (incoming, response) => void answer(incoming).then((text) => response.end(text)),
  )
  closers.push(() => server.close())
  return `http://127.0.0.1:${await listenLocally(server)}/`
}

async function signerOf(sign: (asked: TransactionSerializable) => unknown) {
  const { signers, close } = await openRemoteSigners(await standIn(sign))
  closers.push(close)
  return signers[0]
}

describe('responses of a remote signer', () => {
  test.each([
    ['Web3Signer: the bytes', (raw: Hex): unknown => raw],
    ['geth: an object with the bytes', (raw: Hex) => ({ raw, tx: { hash: '0x' } })],
  ])('param: %s', async (_title, answer) => {
    const signer = await signerOf(async (asked) => answer(await KEY.signTransaction(asked)))
    expect(signer.address).toBe(KEY.address)
    expect(await signer.signTransaction(ASKED)).toBe(await KEY.signTransaction(ASKED))
    const legacy = { chainId: 5, type: 'legacy', nonce: 3, to: KEY.address, gas: 1n, gasPrice: 2n } as const
    expect(await signer.signTransaction(legacy)).toBe(await KEY.signTransaction(legacy))
  })

  test.each([
    ['another nonce', { nonce: 1 }],
    ['another recipient', { to: newAddress() }],
    ['coins', { value: 1n }],
    ['another chain', { chainId: 6 }],
    ['a higher fee', { maxFeePerGas: 8n }],
  ])('error: rejects a signer that signs %s', async (_title, change) => {
    const signer = await signerOf(() => KEY.signTransaction({ ...ASKED, ...change }))
    await expect(signer.signTransaction(ASKED)).rejects.toThrow('signed another transaction')
  })

  test('error: rejects a signer that signs with another key or returns something else', async () => {
    const other = privateKeyToAccount(generatePrivateKey())
    const signer = await signerOf((asked) => other.signTransaction(asked))
    await expect(signer.signTransaction(ASKED)).rejects.toThrow('signed with another key')
    const strange = await signerOf(() => true)
    await expect(strange.signTransaction(ASKED)).rejects.toMatchObject({ code: 'CHAIN_FAILED' })
  })
})

test('error: a signer that is down or has no key prevents the start, with a message that names the setting', async () => {
  await expect(openRemoteSigners(await standIn(() => '0x', []))).rejects.toThrow(
    'RELAYER_SIGNER_URL: the signer has no key (eth_accounts is empty).',
  )
  const away = await startPlainAnvil()
  await away.stop()
  await expect(openRemoteSigners(away.url)).rejects.toThrow(
    'RELAYER_SIGNER_URL does not respond as a node does. Check the address and that it runs.',
  )
})
