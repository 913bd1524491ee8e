import type { Address, Hex } from 'viem'
import { callBundleBytecode } from '#protocol/abi/call-bundle-bytecode.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { softwarePasskey } from '#protocol/testing/p256.ts'
import { encodeBundle, readBundleLog, type BundledCall } from '#service/chain/encode-bundle.ts'
import {
  COLLECTOR,
  RP_ID,
  signCall,
  transferData,
  walletDeployment,
  type GasCall,
  type GasWorld,
  type SoftwarePasskey,
} from './gas-wallet.ts'
import { seededAddress, seededKey } from './seeded-values.ts'

const HOUR = 3600
const GAS_BOUND = 150_000n
/** Data of different lengths, so that all calls differ in length. The mean is the usual length. */
const ORIGINS = Array.from(
  { length: 20 },
  (_, index) => `https://${'s'.repeat(index + (index < 10 ? 2 : 3))}.com`,
)

export type BundleWorld = GasWorld & { bundle: Address }
/** A wallet with its passkey, and its recipient. Both hold the token. */
export type Payer = { signer: SoftwarePasskey; wallet: Address; recipient: Address }

/**
 * Gas per call of a bundle: the gas of the whole transaction divided by its calls. Wallets and recipients are
 * distinct.
 */
export async function measureBundles(base: GasWorld): Promise<Record<string, number>> {
  const world = await withBundle(base)
  const payers = Array.from({ length: 50 }, (_, index) => payer(world, `payer ${index}`))
  const twenty = payers.slice(0, 20)
  await preparePayers(world, payers)

  const fee = { fee: 250_000n, feeCoinAddress: world.coin, feeWithdrawAddress: COLLECTOR }
  const newcomers = twenty.map((_, index) => payer(world, `newcomer ${index}`))
  const bundles: Record<string, () => BundledCall[]> = {
    'transfer, in a bundle of 2': () => payers.slice(0, 2).map(transfer(world)),
    'transfer, in a bundle of 20': () => twenty.map(transfer(world)),
    'transfer, in a bundle of 50': () => payers.map(transfer(world)),
    'transfer, in a bundle of 20 that share nothing': () =>
      twenty.map((from, index) =>
        transfer(world, { tail: `,"origin":"${ORIGINS[index]}","crossOrigin":false}` })(from),
      ),
    'transfer, in a bundle of 20 with a fee': () => twenty.map(transfer(world, fee)),
    'deploy a wallet, in a bundle of 20': () => newcomers.map(deployment(world)),
  }
  const figures: Record<string, number> = {}
  for (const [name, calls] of Object.entries(bundles)) {
    world.chain.pass(HOUR)
    figures[name] = await send(world, calls())
  }
  return figures
}

/** Deploys the bundle contract. */
export async function withBundle(base: GasWorld): Promise<BundleWorld> {
  const { contractAddress } = await base.chain.send(undefined, callBundleBytecode)
  if (contractAddress === undefined) throw new Error('no contract was created')
  return { ...base, bundle: contractAddress }
}

/** Deploys the wallets, gives each wallet and recipient the token, and uses one slot per wallet. */
export async function preparePayers(world: BundleWorld, payers: readonly Payer[]): Promise<void> {
  const mint = (holder: Address) => toCoin(world, encodeCall('mint(address,uint256)', [holder, '1000000000']))
  for (const part of [payers.slice(0, 20), payers.slice(20)])
    if (part.length > 0) await send(world, part.map(deployment(world)))
  await send(
    world,
    payers.map(({ wallet }) => mint(wallet)),
  )
  await send(
    world,
    payers.map(({ recipient }) => mint(recipient)),
  )
  await send(world, payers.map(transfer(world)))
}

export function payer({ factory }: BundleWorld, name: string): Payer {
  const signer = softwarePasskey(seededKey(name), rpIdHash(RP_ID))
  const wallet = walletAddress({ factory, qx: signer.x, qy: signer.y, rpIdHash: rpIdHash(RP_ID) })
  return { signer, wallet, recipient: seededAddress(`paid by ${name}`) }
}

function toCoin({ coin }: BundleWorld, data: Hex): BundledCall {
  return { to: coin, data, gasBound: GAS_BOUND }
}

function deployment({ factory }: BundleWorld): (of: Payer) => BundledCall {
  return ({ signer }) => ({
    to: factory,
    data: walletDeployment(signer.x, signer.y),
    gasBound: GAS_BOUND,
  })
}

export function transfer(world: BundleWorld, request: GasCall = {}): (from: Payer) => BundledCall {
  return ({ signer, wallet, recipient }) => ({
    to: wallet,
    data: signCall({ ...world, wallet }, { signer, data: transferData(recipient), ...request }),
    gasBound: GAS_BOUND,
  })
}

/** Sends one bundle. Every call must succeed. */
export async function send({ chain, bundle }: BundleWorld, calls: BundledCall[]): Promise<number> {
  const { data, gasLimit } = encodeBundle(calls)
  const { gasUsed, logs } = await chain.send(bundle, data, gasLimit)
  const results = readBundleLog(logs.at(-1)?.data ?? '0x')
  if (results.length !== calls.length || results.some(({ succeeded }) => !succeeded))
    throw new Error('not all calls of a bundle succeeded')
  return Math.round(gasUsed / calls.length)
}
