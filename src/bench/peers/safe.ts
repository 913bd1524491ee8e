import {
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  parseAbi,
  parseAbiParameters,
  size,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import {
  createPayers,
  deploy,
  measurePeer,
  encodeTransfer,
  type Payer,
  type PeerGas,
  type PeerWorld,
} from './peer-world.ts'

/** The signer's verifier is the chain's precompile at 0x100, without a fallback contract. */
const PRECOMPILE = 0x100n << 160n

const abi = parseAbi([
  'function createSigner(uint256 x, uint256 y, uint176 verifiers) returns (address)',
  'function getSigner(uint256 x, uint256 y, uint176 verifiers) view returns (address)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) returns (bool)',
  'function multiSend(bytes transactions)',
])
const signatureParameters = parseAbiParameters(
  'bytes authenticatorData, string clientDataFields, uint256 r, uint256 s',
)

/** Creation code of the deployed contracts, by name. */
export type SafeCode = Record<
  'Safe' | 'SafeProxyFactory' | 'MultiSendCallOnly' | 'SafeWebAuthnSignerFactory',
  Hex
>

/**
 * `execTransaction` of a Safe whose only owner is the contract of its passkey. Twenty Safes pay through
 * `MultiSendCallOnly`, which anyone may call.
 */
export async function measureSafe(world: PeerWorld, code: SafeCode): Promise<PeerGas> {
  const { chain } = world
  const [singleton, proxies, multiSend, signers] = [
    await deploy(world, code.Safe),
    await deploy(world, code.SafeProxyFactory),
    await deploy(world, code.MultiSendCallOnly),
    await deploy(world, code.SafeWebAuthnSignerFactory),
  ]
  const owners = new Map<Address, Address>()
  const payers = await createPayers(world, async ({ qx, qy }, index) => {
    const key = [qx, qy, PRECOMPILE] as const
    await chain.send(signers, encodeFunctionData({ abi, functionName: 'createSigner', args: key }))
    const owner = addressIn(
      await chain.ask(signers, encodeFunctionData({ abi, functionName: 'getSigner', args: key })),
    )
    const noExtras = [zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress] as const
    const setup = encodeFunctionData({ abi, functionName: 'setup', args: [[owner], 1n, ...noExtras] })
    const create = encodeFunctionData({
      abi,
      functionName: 'createProxyWithNonce',
      args: [singleton, setup, BigInt(index)],
    })
    const wallet = addressIn(await chain.ask(proxies, create))
    await chain.send(proxies, create)
    owners.set(wallet, owner)
    return wallet
  })
  const signed = (payer: Payer) => signedTransaction(world, payer, owners.get(payer.wallet) ?? zeroAddress)
  return measurePeer(world, payers, {
    alone: async (payer) => ({ to: payer.wallet, data: await signed(payer) }),
    together: async (paying) => {
      const calls = await Promise.all(
        paying.map(async (payer) => {
          const data = await signed(payer)
          const parts = [0, payer.wallet, 0n, BigInt(size(data)), data] as const
          return encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], parts)
        }),
      )
      return {
        to: multiSend,
        data: encodeFunctionData({ abi, functionName: 'multiSend', args: [concat(calls)] }),
      }
    },
  })
}

async function signedTransaction({ chain, coin }: PeerWorld, payer: Payer, owner: Address): Promise<Hex> {
  const { wallet, passkey } = payer
  const nonce = BigInt(await chain.ask(wallet, encodeFunctionData({ abi, functionName: 'nonce' })))
  const call = [coin, 0n, encodeTransfer(payer), 0, 0n, 0n, 0n, zeroAddress, zeroAddress] as const
  const digest = await chain.ask(
    wallet,
    encodeFunctionData({ abi, functionName: 'getTransactionHash', args: [...call, nonce] }),
  )
  const { authenticatorData, clientDataJSON, r, s } = passkey.assert(digest)
  // The client data after the challenge. The contract writes its type and the challenge.
  const fields = clientDataJSON.slice(clientDataJSON.indexOf('"origin"'), -1)
  const assertion = encodeAbiParameters(signatureParameters, [authenticatorData, fields, r, s])
  // A contract signature: the signer, the offset of its bytes, and 0 for "a contract". Source: Safe,
  // checkNSignatures.
  const signatures = encodePacked(
    ['uint256', 'uint256', 'uint8', 'uint256', 'bytes'],
    [BigInt(owner), 65n, 0, BigInt(size(assertion)), assertion],
  )
  return encodeFunctionData({ abi, functionName: 'execTransaction', args: [...call, signatures] })
}

function addressIn(answer: Hex): Address {
  return decodeAbiParameters(parseAbiParameters('address'), answer)[0]
}
