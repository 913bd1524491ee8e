import { encodeCall } from '#protocol/signing/calldata.ts'
import type { BundledCall } from '#service/chain/encode-bundle.ts'
import { keyCall } from './adversarial-calls.ts'
import {
  payer,
  preparePayers,
  send,
  transfer,
  withBundle,
  type BundleWorld,
  type Payer,
} from './bundle-figures.ts'
import { accountCoSigner, approvalCoSigner } from './co-signers.ts'
import { replacement, signCall, type GasWorld } from './gas-wallet.ts'

const HOUR = 3600
const COUNT = 20
/** Gas limit of each call. The first change of a wallet's authority uses every slot. */
const GAS_BOUND = 300_000n

/** Gas per call of a bundle of 20, from wallets with a co-signer or a second key. */
export async function measureCoSignedBundles(base: GasWorld): Promise<Record<string, number>> {
  const world = await withBundle(base)
  return {
    'transfer, in a bundle of 20 co-signed by one account': await bundleByAccount(world),
    'transfer, in a bundle of 20 co-signed by a passkey each': await bundleByPasskeys(world),
    'transfer, in a bundle of 20 by the second key': await bundleBySecondKey(world),
  }
}

async function bundleByAccount(world: BundleWorld): Promise<number> {
  const { address, coSign } = accountCoSigner()
  const payers = await newPayers(world, 'paid with an account', () => setCoSigner(address))
  return send(world, payers.map(transfer(world, { coSign })))
}

async function bundleByPasskeys(world: BundleWorld): Promise<number> {
  const coSigners = Array.from({ length: COUNT }, (_, index) =>
    approvalCoSigner(world.factory, String(index)),
  )
  const deployments = coSigners.map(({ deployment }) => ({
    to: world.factory,
    data: deployment,
    gasBound: GAS_BOUND,
  }))
  await send(world, deployments)
  const payers = await newPayers(world, 'paid with a passkey', (index) =>
    setCoSigner(coSigners[index]?.address ?? ''),
  )
  const calls = payers.map((from, index) => {
    const coSign = coSigners[index]?.coSign
    return transfer(world, coSign && { coSign })(from)
  })
  return send(world, calls)
}

async function bundleBySecondKey(world: BundleWorld): Promise<number> {
  const payers = await newPayers(world, 'paid with a second key', () => keyCall('addKey', replacement))
  const bySecond = payers.map((from) => ({ ...from, signer: replacement }))
  return send(world, bySecond.map(transfer(world, { keyNumber: 1 })))
}

const setCoSigner = (address: string) => encodeCall('setCoSigner(address)', [address])

/** Wallets that have used one slot and then changed themselves. */
async function newPayers(
  world: BundleWorld,
  name: string,
  change: (index: number) => ReturnType<typeof setCoSigner>,
): Promise<Payer[]> {
  const payers = Array.from({ length: COUNT }, (_, index) => payer(world, `${name} ${index}`))
  await preparePayers(world, payers)
  world.chain.pass(HOUR)
  const changes = payers.map(({ signer, wallet }, index): BundledCall => {
    const request = { signer, toAddress: wallet, data: change(index) }
    return { to: wallet, data: signCall({ ...world, wallet }, request), gasBound: GAS_BOUND }
  })
  await send(world, changes)
  world.chain.pass(HOUR)
  return payers
}
