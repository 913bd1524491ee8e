import { encodeAbiParameters, encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import type { GasChain } from '#contracts/testing/gas-chain.ts'
import { RP_ID, transferData } from '#contracts/testing/gas-wallet.ts'
import { seededAddress } from '#contracts/testing/seeded-values.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '#protocol/testing/software-passkey.ts'

/** Number of wallets that pay in one transaction, as in our measurement. */
export const PAYERS = 20
/** Gas limit above what any call needs. Unused gas is not charged. */
export const CALL_GAS = 400_000n
export const BUNDLE_GAS = 12_000_000n

export type PeerWorld = { chain: GasChain; coin: Address }

/** A peer's wallet with tokens, its passkey and its recipient. All wallets share the token and the app. */
export type Payer = { wallet: Address; passkey: SoftwarePasskey; recipient: Address }

/** Gas of one transfer alone, and per transfer in a transaction of twenty. */
export type PeerGas = { alone: number; each: number }

const coinAbi = parseAbi(['function mint(address to, uint256 amount)'])

/** Deploys a contract. `addresses` are its constructor arguments. */
export async function deploy({ chain }: PeerWorld, code: Hex, ...addresses: Address[]): Promise<Address> {
  const values = encodeAbiParameters(
    addresses.map(() => ({ type: 'address' as const })),
    addresses,
  )
  const { contractAddress } = await chain.send(undefined, `${code}${values.slice(2)}`)
  if (contractAddress === undefined) throw new Error('no contract was created')
  return contractAddress
}

/**
 * Creates twenty wallets and gives them and their recipients tokens. `create` returns the address of a
 * passkey's wallet.
 */
export async function createPayers(
  { chain, coin }: PeerWorld,
  create: (passkey: SoftwarePasskey, index: number) => Promise<Address>,
): Promise<Payer[]> {
  const payers: Payer[] = []
  for (let index = 0; index < PAYERS; index += 1) {
    const passkey = createSoftwarePasskey(RP_ID)
    const wallet = await create(passkey, index)
    const recipient = seededAddress(`paid by ${wallet}`)
    for (const holder of [wallet, recipient])
      await chain.send(
        coin,
        encodeFunctionData({ abi: coinAbi, functionName: 'mint', args: [holder, 10n ** 12n] }),
      )
    payers.push({ wallet, passkey, recipient })
  }
  return payers
}

type Call = { to: Address; data: Hex }

/**
 * First, all wallets pay once without being measured, so that no measured payment uses a storage slot for the first
 * time. Then the first wallet pays alone, and all pay together. Checks that every transfer moved its tokens.
 */
export async function measurePeer(
  world: PeerWorld,
  payers: readonly Payer[],
  {
    alone,
    together,
  }: {
    alone: (payer: Payer) => Promise<Call>
    together: (payers: readonly Payer[]) => Promise<Call>
  },
): Promise<PeerGas> {
  const pay = async (paying: readonly Payer[], { to, data }: Call) => {
    const { gasUsed, logs } = await world.chain.send(to, data, BUNDLE_GAS)
    const moved = logs.filter(({ address }) => address.toLowerCase() === world.coin.toLowerCase()).length
    if (moved !== paying.length) throw new Error(`${moved} of ${paying.length} transfers moved coins`)
    return Math.round(gasUsed / paying.length)
  }
  await pay(payers, await together(payers))
  const [first] = payers
  if (first === undefined) throw new Error('no wallet pays')
  return {
    alone: await pay([first], await alone(first)),
    each: await pay(payers, await together(payers)),
  }
}

/** The call of each wallet, which sends 1.5 DEMO to its recipient. */
export const encodeTransfer = ({ recipient }: Payer): Hex => transferData(recipient)
