import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  hashTypedData,
  keccak256,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { CHAIN_ID } from '#contracts/testing/digest-vectors.ts'
import type { GasChain } from '#contracts/testing/gas-chain.ts'
import type { SoftwarePasskey } from '#protocol/testing/software-passkey.ts'
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

const abi = parseAbi([
  'struct Key { uint40 expiry; uint8 keyType; bool isSuperAdmin; bytes publicKey }',
  'struct Call { address to; uint256 value; bytes data }',
  'function authorize(Key key) returns (bytes32)',
  'function computeDigest(Call[] calls, uint256 nonce) view returns (bytes32)',
  'function getNonce(uint192 seqKey) view returns (uint256)',
  'function execute(bytes32 mode, bytes executionData)',
  'function execute(bytes[] encodedIntents) returns (bytes4[])',
])
const callsParameters = parseAbiParameters('(address to, uint256 value, bytes data)[]')
const intentParameters = parseAbiParameters(
  '(address eoa, bytes executionData, uint256 nonce, address payer, address paymentToken, uint256 paymentMaxAmount, uint256 combinedGas, bytes[] encodedPreCalls, bytes[] encodedFundTransfers, address settler, uint256 expiry, bool isMultichain, address funder, bytes funderSignature, bytes settlerContext, uint256 paymentAmount, address paymentRecipient, bytes signature, bytes paymentSignature, address supportedAccountImplementation)',
)
const assertionParameters = parseAbiParameters(
  '(bytes authenticatorData, string clientDataJSON, uint256 challengeIndex, uint256 typeIndex, uint256 r, uint256 s)',
)
/** The struct that the orchestrator hashes. Source: Orchestrator.sol, INTENT_TYPEHASH. */
const types = {
  Intent: [
    ['bool', 'multichain'],
    ['address', 'eoa'],
    ['Call[]', 'calls'],
    ['uint256', 'nonce'],
    ['address', 'payer'],
    ['address', 'paymentToken'],
    ['uint256', 'paymentMaxAmount'],
    ['uint256', 'combinedGas'],
    ['bytes[]', 'encodedPreCalls'],
    ['bytes[]', 'encodedFundTransfers'],
    ['address', 'settler'],
    ['uint256', 'expiry'],
  ].map(([type = '', name = '']) => ({ type, name })),
  Call: [
    { type: 'address', name: 'to' },
    { type: 'uint256', name: 'value' },
    { type: 'bytes', name: 'data' },
  ],
}
/** ERC-7821: several calls, with data for the account. */
const MODE = '0x0100000000007821000100000000000000000000000000000000000000000000'
const WEB_AUTHN_P256 = 1
const HOUR = 3_600

type Ithaca = PeerWorld & { orchestrator: Address }
type Call = { to: Address; value: bigint; data: Hex }
/** EIP-712 domain version of the orchestrator in the npm package `porto`. */
const VERSION = '0.5.5'

/**
 * Sends single calls to the account itself, which costs less than the orchestrator. Twenty calls go through
 * the orchestrator, which receives no payment, like our relayer. The accounts delegate to the implementation,
 * which costs less than Porto's proxy in front of it.
 */
export async function measureIthaca(
  base: PeerWorld,
  code: { account: Hex; orchestrator: Hex },
): Promise<PeerGas> {
  const orchestrator = await deploy(base, code.orchestrator)
  const world = { ...base, orchestrator }
  const implementation = await deploy(world, code.account, orchestrator)
  const payers = await createPayers(world, (passkey) => createAccount(world, implementation, passkey))
  const signed = ({ wallet, passkey }: Payer, calls: Call[]) =>
    signedExecution(world, wallet, calls, (digest) => passkeySignature(passkey, digest))
  return measurePeer(world, payers, {
    alone: async (payer) => ({ to: payer.wallet, data: await signed(payer, buildCalls(world, payer)) }),
    together: async (paying) => {
      const intents = await Promise.all(paying.map((payer) => signedIntent(world, payer)))
      return {
        to: orchestrator,
        data: encodeFunctionData({ abi, functionName: 'execute', args: [intents] }),
      }
    },
  })
}

/** An EIP-7702 account whose own key authorizes the passkey as a key with all permissions. */
async function createAccount(world: Ithaca, implementation: Address, passkey: SoftwarePasskey) {
  const { chain } = world
  const own = privateKeyToAccount(generatePrivateKey())
  const wallet = own.address
  await chain.put(wallet, concat(['0xef0100', implementation]))
  const key = { expiry: 0, keyType: WEB_AUTHN_P256, isSuperAdmin: true, publicKey: publicKey(passkey) }
  const data = encodeFunctionData({ abi, functionName: 'authorize', args: [key] })
  const sign = (hash: Hex) => own.sign({ hash })
  await chain.send(wallet, await signedExecution(world, wallet, [{ to: wallet, value: 0n, data }], sign))
  return wallet
}

/** Signs an execution that anyone may submit to the account. */
async function signedExecution(
  { chain }: Ithaca,
  wallet: Address,
  calls: Call[],
  sign: (digest: Hex) => Promise<Hex> | Hex,
): Promise<Hex> {
  const nonce = await readNonce(chain, wallet)
  const digest = await chain.ask(
    wallet,
    encodeFunctionData({ abi, functionName: 'computeDigest', args: [calls, nonce] }),
  )
  const executionData = encodeAbiParameters(
    [...callsParameters, ...parseAbiParameters('bytes opData')],
    [calls, encodePacked(['uint256', 'bytes'], [nonce, await sign(digest)])],
  )
  return encodeFunctionData({ abi, functionName: 'execute', args: [MODE, executionData] })
}

async function readNonce(chain: GasChain, wallet: Address): Promise<bigint> {
  return BigInt(await chain.ask(wallet, encodeFunctionData({ abi, functionName: 'getNonce', args: [0n] })))
}

function buildCalls({ coin }: Ithaca, payer: Payer): Call[] {
  return [{ to: coin, value: 0n, data: encodeTransfer(payer) }]
}

async function signedIntent(world: Ithaca, payer: Payer): Promise<Hex> {
  const { chain, orchestrator } = world
  const { wallet, passkey } = payer
  const calls = buildCalls(world, payer)
  const signed = {
    eoa: wallet,
    nonce: await readNonce(chain, wallet),
    payer: zeroAddress,
    paymentToken: zeroAddress,
    paymentMaxAmount: 0n,
    combinedGas: CALL_GAS,
    encodedPreCalls: [],
    encodedFundTransfers: [],
    settler: zeroAddress,
    expiry: BigInt(chain.now() + HOUR),
  }
  const domain = {
    name: 'Orchestrator',
    version: VERSION,
    chainId: CHAIN_ID,
    verifyingContract: orchestrator,
  }
  const message = { ...signed, multichain: false, calls }
  const digest = hashTypedData({ domain, types, primaryType: 'Intent', message })
  const intent = {
    ...signed,
    executionData: encodeAbiParameters(callsParameters, [calls]),
    isMultichain: false,
    funder: zeroAddress,
    funderSignature: '0x',
    settlerContext: '0x',
    paymentAmount: 0n,
    paymentRecipient: zeroAddress,
    signature: passkeySignature(passkey, digest),
    paymentSignature: '0x',
    supportedAccountImplementation: zeroAddress,
  } as const
  return encodeAbiParameters(intentParameters, [intent])
}

/** Encodes the assertion, the key of the account, and the flag that the digest is not hashed again. */
function passkeySignature(passkey: SoftwarePasskey, digest: Hex): Hex {
  const assertion = encodeAbiParameters(assertionParameters, [passkey.assert(digest)])
  const keyParameters = parseAbiParameters('uint256, bytes32')
  const key = encodeAbiParameters(keyParameters, [BigInt(WEB_AUTHN_P256), keccak256(publicKey(passkey))])
  return encodePacked(['bytes', 'bytes32', 'uint8'], [assertion, keccak256(key), 0])
}

function publicKey({ qx, qy }: SoftwarePasskey): Hex {
  return encodeAbiParameters(parseAbiParameters('uint256, uint256'), [qx, qy])
}
