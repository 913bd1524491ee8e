import { encodeFunctionData, zeroAddress, type Address, type Hex } from 'viem'
import { demoCoinBytecode } from '#protocol/abi/demo-coin-bytecode.ts'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { demoCollectibleBytecode } from '#protocol/abi/demo-collectible-bytecode.ts'
import { demoMultiTokenBytecode } from '#protocol/abi/demo-multi-token-bytecode.ts'
import { passkeyWalletFactoryBytecode } from '#protocol/abi/passkey-wallet-factory-bytecode.ts'
import { passkeyWalletFactoryAbi } from '#protocol/abi/passkey-wallet-factory.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { signatureFromAssertion } from '#protocol/signing/assertion-signature.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { executeDigest, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { softwarePasskey } from '#protocol/testing/p256.ts'
import { CHAIN_ID } from './digest-vectors.ts'
import type { GasChain } from './gas-chain.ts'
import { seededAddress, seededKey } from './seeded-values.ts'

export const RP_ID = 'shop.example.com'
const SLOTS = 8n
const FUNDS = 10n ** 12n

/** Recipients with and without tokens. */
export const SHOP = seededAddress('shop')
export const NEWCOMER = seededAddress('newcomer')
export const COLLECTOR = seededAddress('collector')

export type GasWorld = {
  chain: GasChain
  factory: Address
  factoryGas: number
  wallet: Address
  deployGas: number
  coin: Address
  feeCoin: Address
  collectible: Address
  multiToken: Address
}

/** The wallet's passkey. Its coordinates have no zero byte, which makes the wallet's deployment the most expensive. */
const passkey = passkeyWithoutZeroBytes()
export const replacement = softwarePasskey(seededKey('recovered passkey'), rpIdHash(RP_ID))

function passkeyWithoutZeroBytes() {
  for (let number = 0; ; number += 1) {
    const found = softwarePasskey(seededKey(`gas ${number}`), rpIdHash(RP_ID))
    const bytes = bytesFromHex(walletDeployment(found.x, found.y))
    if (bytes.every((byte) => byte !== 0)) return found
  }
}

export function walletDeployment(qx: bigint, qy: bigint): Hex {
  return encodeFunctionData({
    abi: passkeyWalletFactoryAbi,
    functionName: 'deploy',
    args: [qx, qy, rpIdHash(RP_ID)],
  })
}

/** Deploys everything and gives the wallet one of each token. */
export async function buildWorld(chain: GasChain): Promise<GasWorld> {
  const deploy = async (bytecode: Hex) => {
    const { contractAddress, gasUsed } = await chain.send(undefined, bytecode)
    if (contractAddress === undefined) throw new Error('no contract was created')
    return { address: contractAddress, gasUsed }
  }
  const factory = await deploy(passkeyWalletFactoryBytecode)
  const { gasUsed: deployGas } = await chain.send(factory.address, walletDeployment(passkey.x, passkey.y))
  const key = { qx: passkey.x, qy: passkey.y, rpIdHash: rpIdHash(RP_ID) }
  const world = {
    chain,
    factory: factory.address,
    factoryGas: factory.gasUsed,
    wallet: walletAddress({ factory: factory.address, ...key }),
    deployGas,
    coin: (await deploy(demoCoinBytecode)).address,
    feeCoin: (await deploy(demoCoinBytecode)).address,
    collectible: (await deploy(demoCollectibleBytecode)).address,
    multiToken: (await deploy(demoMultiTokenBytecode)).address,
  }
  await fund(world)
  return world
}

async function fund({ chain, wallet, coin, feeCoin, collectible, multiToken }: GasWorld): Promise<void> {
  const mint = (token: Address, ...params: (Address | bigint)[]) => {
    const types = params.length === 3 ? 'address,uint256,uint256' : 'address,uint256'
    return chain.send(token, encodeCall(`mint(${types})`, params.map(String)))
  }
  for (const holder of [wallet, SHOP, COLLECTOR]) await mint(coin, holder, FUNDS)
  for (const holder of [wallet, COLLECTOR]) await mint(feeCoin, holder, FUNDS)
  for (const tokenId of [1n, 2n]) await mint(collectible, wallet, tokenId)
  await mint(collectible, SHOP, 3n)
  for (const holder of [wallet, SHOP]) await mint(multiToken, holder, 1n, 1000n)
}

export type GasCall = Partial<ExecuteCall> & {
  /** The clientDataJSON around `"challenge":"…"`. */
  head?: string
  tail?: string
  /** Index of the ring slot into which the digest falls. */
  slot?: bigint
  /** Validity of the call, in seconds. */
  lifetime?: bigint
  /** Whether to submit the long form although the packed one is possible. */
  long?: boolean
  /** The passkey that signs. Undefined means the wallet's first. */
  signer?: SoftwarePasskey
  /** Number of that passkey. */
  keyNumber?: number
  /** Signs the call's digest as the wallet's co-signer. */
  coSign?: CoSign
}

/** A co-signer. Returns its signature over a digest. */
export type CoSign = (digest: Hex) => Hex

export type SoftwarePasskey = ReturnType<typeof softwarePasskey>

/** Signs a call with the software passkey, submits it, and returns the gas used. */
export async function measureCall(world: GasWorld, request: GasCall): Promise<number> {
  return (await world.chain.send(world.wallet, signCall(world, request))).gasUsed
}

/** The calldata of a call signed by the passkey. */
export function signCall(world: Pick<GasWorld, 'chain' | 'wallet' | 'coin'>, request: GasCall): Hex {
  const call = callInSlot(world, request)
  const digest = executeDigest(CHAIN_ID, call)
  const tuple = signDigest(digest, request)
  const { keyNumber, coSign } = request
  const signature = joinSignature({ tuple, keyNumber, coSignature: coSign?.(digest) })
  return request.long === true ? encodeLong(call, signature) : encodeExecuteCall(call, signature)
}

/** An assertion over a digest, as profile 4 defines it. */
export function signDigest(digest: Hex, request: Pick<GasCall, 'head' | 'tail' | 'signer'> = {}): Hex {
  const challenge = `"challenge":"${base64Url(bytesFromHex(digest))}"`
  const head = request.head ?? '{"type":"webauthn.get",'
  const tail = request.tail ?? `,"origin":"https://${RP_ID}","crossOrigin":false}`
  const signer = request.signer ?? passkey
  return signatureFromAssertion(signer.sign(digest, { clientDataJSON: head + challenge + tail, flags: 0x1d }))
}

/** The call with the first expiration that makes its digest fall into the wanted slot. */
function callInSlot(world: Pick<GasWorld, 'chain' | 'wallet' | 'coin'>, request: GasCall): ExecuteCall {
  const { slot = 0n, lifetime = 300n } = request
  for (let extra = 0n; ; extra += 1n) {
    const call = {
      walletAddress: world.wallet,
      toAddress: request.toAddress ?? world.coin,
      value: request.value ?? 0n,
      data: request.data ?? transferData(SHOP),
      expiration: BigInt(world.chain.now()) + lifetime + extra,
      fee: request.fee ?? 0n,
      feeCoinAddress: request.feeCoinAddress ?? zeroAddress,
      feeWithdrawAddress: request.feeWithdrawAddress ?? zeroAddress,
    }
    if (BigInt(executeDigest(CHAIN_ID, call)) % SLOTS === slot) return call
  }
}

/** Calldata that transfers 1.5 DEMO. */
export function transferData(to: Address): Hex {
  return encodeFunctionData({ abi: demoCoinAbi, functionName: 'transfer', args: [to, 1_500_000n] })
}

function encodeLong(call: ExecuteCall, signature: Hex): Hex {
  const { toAddress, value, data, expiration, fee, feeCoinAddress, feeWithdrawAddress } = call
  return encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'execute',
    args: [toAddress, value, data, expiration, fee, feeCoinAddress, feeWithdrawAddress, signature],
  })
}
