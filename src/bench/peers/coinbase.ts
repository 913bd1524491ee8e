import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import {
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import {
  CALL_GAS,
  createPayers,
  deploy,
  measurePeer,
  encodeTransfer,
  type Payer,
  type PeerGas,
  type PeerWorld,
} from './peer-world.ts'

/** The entry point's address on every chain; the wallet accepts calls only from it. */
const ENTRY_POINT = '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789'

const abi = parseAbi([
  'struct UserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature }',
  'function createAccount(bytes[] owners, uint256 nonce) returns (address)',
  'function getAddress(bytes[] owners, uint256 nonce) view returns (address)',
  'function execute(address target, uint256 value, bytes data)',
  'function getNonce(address sender, uint192 key) view returns (uint256)',
  'function getUserOpHash(UserOperation op) view returns (bytes32)',
  'function handleOps(UserOperation[] ops, address beneficiary)',
])
const assertionParameters = parseAbiParameters(
  '(bytes authenticatorData, string clientDataJSON, uint256 challengeIndex, uint256 typeIndex, uint256 r, uint256 s)',
)
const signatureParameters = parseAbiParameters('(uint256 ownerIndex, bytes signatureData)')
const storedSchema = z.object({ wallet: z.string(), factory: z.string() })

/**
 * Executes through the entry point, because a passkey has no other way. The bundler receives no payment, like our
 * relayer. The wallets have the bytecode that is deployed on Base.
 */
export async function measureCoinbase(world: PeerWorld, entryPointCode: Hex): Promise<PeerGas> {
  const { chain, coin } = world
  const file = readFileSync(new URL('./coinbase-smart-wallet.json', import.meta.url), 'utf8')
  const stored = storedSchema.parse(JSON.parse(file))
  await chain.put(ENTRY_POINT, entryPointCode)
  const factory = await deploy(world, unpacked(stored.factory), await deploy(world, unpacked(stored.wallet)))
  const payers = await createPayers(world, async ({ qx, qy }) => {
    const owners = [encodeAbiParameters(parseAbiParameters('uint256, uint256'), [qx, qy])]
    await chain.send(factory, encodeFunctionData({ abi, functionName: 'createAccount', args: [owners, 0n] }))
    return addressIn(
      await chain.ask(factory, encodeFunctionData({ abi, functionName: 'getAddress', args: [owners, 0n] })),
    )
  })
  const handled = async (paying: readonly Payer[]) => {
    const ops = await Promise.all(paying.map((payer) => signedOperation(world, coin, payer)))
    const data = encodeFunctionData({ abi, functionName: 'handleOps', args: [ops, chain.sender] })
    return { to: ENTRY_POINT, data } as const
  }
  return measurePeer(world, payers, { alone: (payer) => handled([payer]), together: handled })
}

async function signedOperation({ chain }: PeerWorld, coin: Address, payer: Payer) {
  const { wallet, passkey } = payer
  const nonce = await chain.ask(
    ENTRY_POINT,
    encodeFunctionData({ abi, functionName: 'getNonce', args: [wallet, 0n] }),
  )
  const op = {
    sender: wallet,
    nonce: BigInt(nonce),
    initCode: '0x',
    callData: encodeFunctionData({ abi, functionName: 'execute', args: [coin, 0n, encodeTransfer(payer)] }),
    callGasLimit: CALL_GAS / 2n,
    verificationGasLimit: CALL_GAS / 2n,
    preVerificationGas: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    paymasterAndData: '0x',
    signature: '0x',
  } as const
  const digest = await chain.ask(
    ENTRY_POINT,
    encodeFunctionData({ abi, functionName: 'getUserOpHash', args: [op] }),
  )
  const signatureData = encodeAbiParameters(assertionParameters, [passkey.assert(digest)])
  return { ...op, signature: encodeAbiParameters(signatureParameters, [{ ownerIndex: 0n, signatureData }]) }
}

function unpacked(packed: string): Hex {
  return `0x${brotliDecompressSync(Buffer.from(packed, 'base64')).toString('hex')}`
}

function addressIn(answer: Hex): Address {
  return decodeAbiParameters(parseAbiParameters('address'), answer)[0]
}
