import { readFileSync } from 'node:fs'
import {
  BaseError,
  encodeFunctionData,
  getContractAddress,
  toFunctionSelector,
  zeroAddress,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { signVariant } from '#contracts/testing/call-vectors.ts'
import { CHAIN_ID } from '#contracts/testing/digest-vectors.ts'
import { startGasChain, type GasChain } from '#contracts/testing/gas-chain.ts'
import { joinedKeys } from '#contracts/testing/joined-vectors.ts'
import { passkeyWalletFactoryBytecode } from '#protocol/abi/passkey-wallet-factory-bytecode.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { encodeExecuteBatch, type BatchCall } from '#protocol/signing/wallet-batch.ts'

/** Vectors of wallets with several keys or a co-signer in both forms, verified by the contract on a chain. */

const hex = z.templateLiteral(['0x', z.string()])
const whole = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
)
const keySchema = { qx: whole, qy: whole }
const vectors = z
  .array(
    z.object({
      name: z.string(),
      ...keySchema,
      rpIdHash: hex,
      keys: z.array(z.object(keySchema)),
      coSigner: hex,
      coSignerKey: z.nullable(z.object({ ...keySchema, rpIdHash: hex })),
      walletAddress: hex,
      toAddress: hex,
      value: whole,
      data: hex,
      expiration: whole,
      fee: whole,
      feeCoinAddress: hex,
      feeWithdrawAddress: hex,
      digest: hex,
      signature: hex,
      calldata: hex,
      verdict: z.string(),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('vectors/joined-calls.json', import.meta.url), 'utf8')))
type Vector = (typeof vectors)[number]

const WEI = 10n ** 18n
const ERRORS: Record<string, Hex> = {
  WrongSignature: toFunctionSelector('AssertionRejected(bytes32,uint8)'),
  CoSignatureRejected: toFunctionSelector('CoSignatureRejected(bytes32,address)'),
}

let chain: GasChain
let implementation: Hex
beforeAll(async () => {
  chain = await startGasChain('osaka')
  const { contractAddress } = await chain.send(undefined, passkeyWalletFactoryBytecode)
  implementation = getContractAddress({ from: contractAddress ?? zeroAddress, nonce: 1n })
})
afterAll(() => chain.stop())

/** The code of a clone as the factory creates it. */
function cloneCode({ qx, qy, rpIdHash }: { qx: bigint; qy: bigint; rpIdHash: Hex }): Hex {
  const words = [qx, qy].map((coordinate) => coordinate.toString(16).padStart(64, '0')).join('')
  const start = `363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3`
  return `0x${start}${words}${rpIdHash.slice(2)}`
}

/** Deploys the wallets of a vector. The first key adds the others and sets the co-signer. */
async function prepareWallet(vector: Vector, number: number): Promise<void> {
  const { walletAddress: wallet, coSigner, coSignerKey } = vector
  await chain.put(wallet, cloneCode(vector), WEI)
  if (coSignerKey !== null) await chain.put(coSigner, cloneCode(coSignerKey))
  const own = (data: Hex): BatchCall => ({ to: wallet, value: 0n, data })
  const changes = vector.keys.map(({ qx, qy }) =>
    own(encodeCall('addKey(uint256,uint256)', [String(qx), String(qy)])),
  )
  if (BigInt(coSigner) !== 0n) changes.push(own(encodeCall('setCoSigner(address)', [coSigner])))
  const call = {
    walletAddress: wallet,
    toAddress: wallet,
    value: 0n,
    data: encodeExecuteBatch(changes),
    expiration: BigInt(chain.now() + 1_000),
    fee: 0n,
    feeCoinAddress: zeroAddress,
    feeWithdrawAddress: zeroAddress,
  }
  const signature = signVariant({}, joinedKeys(number, 0).first, executeDigest(CHAIN_ID, call))
  await chain.send(wallet, encodeExecuteCall(call, signature))
}

/** The selector of the error of a reverted call. Undefined if it succeeds. */
async function errorOfCall(wallet: Hex, calldata: Hex): Promise<string | undefined> {
  try {
    await chain.ask(wallet, calldata)
    return undefined
  } catch (error) {
    const reverted =
      error instanceof BaseError && error.walk((one) => z.safeParse(z.object({ data: hex }), one).success)
    return z.parse(z.object({ data: hex }), reverted).data.slice(0, 10)
  }
}

function longForm(vector: Vector): Hex {
  const { toAddress, value, data, expiration, fee, feeCoinAddress, feeWithdrawAddress, signature } = vector
  return encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'execute',
    args: [toAddress, value, data, expiration, fee, feeCoinAddress, feeWithdrawAddress, signature],
  })
}

describe('joined signatures', () => {
  test.each(vectors.map((vector, number): [string, Vector, number] => [vector.name, vector, number]))(
    'behavior: %s → the file’s verdict in both forms, and the file’s calldata',
    async (_, vector, number) => {
      await prepareWallet(vector, number)
      const { walletAddress, calldata, signature, digest, verdict } = vector
      expect(executeDigest(CHAIN_ID, vector)).toBe(digest)
      expect(encodeExecuteCall(vector, signature)).toBe(calldata)
      for (const form of [calldata, longForm(vector)])
        expect(await errorOfCall(walletAddress, form)).toBe(ERRORS[verdict])
    },
  )
})
