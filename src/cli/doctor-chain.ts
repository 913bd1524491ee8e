import type { Logger } from 'pino'
import type { Address } from 'viem'
import {
  describeWays,
  inspectChain,
  openChain,
  type ChainConnection,
  type ChainInspection,
  type OpenDatabase,
} from '#service/index.ts'
import { type Finding, ok, warn, fail } from './doctor-finding.ts'
import { openRelayerSigners } from './relayer-signers.ts'
import type { ChainSettings } from './settings.ts'

const HEAD_SECONDS_MAX = 120

/**
 * Minimum balance of a relayer in wei: approximately twenty executes at 20 gwei. The alert rule in `deploy` has the same
 * amount. A running relayer counts transactions at its own fees instead (`relayer/funds.ts`).
 */
const BALANCE_WEI_MIN = 20n * 250_000n * 20_000_000_000n

const LOGS_FOUND: Record<ChainInspection['logs'], Finding> = {
  understood: ok('history', 'the node returns logs'),
  'not-understood': fail(
    'history',
    'the node returns eth_getLogs in an unknown format',
    'use another node: the token history needs logs',
  ),
  refused: warn(
    'history',
    'the node rejects eth_getLogs',
    'allow eth_getLogs, or use another node: the token history needs logs',
  ),
}

/** Checks whether the node has the logs from which the history is read. */
export function checkLogs({ logs, lackingFrom }: Pick<ChainInspection, 'logs' | 'lackingFrom'>): Finding {
  if (logs !== 'understood' || lackingFrom === undefined) return LOGS_FOUND[logs]
  return fail(
    'history',
    `the node has deleted the logs from block ${lackingFrom} on, which are not read yet`,
    'use a node that has them; if serve has passed them, run “latchkey reread-history” from that block on',
  )
}

function checkFees({ limit, price, tip }: ChainInspection['fees']): Finding {
  if (price !== undefined) return ok('fees', `at most ${price} wei per gas now, tip ${tip}, limit ${limit}`)
  const todo = 'raise FEE_PER_GAS_MAX, or wait until the chain charges less'
  return fail('fees', `the chain charges more than the limit of ${limit} wei per gas`, todo)
}

/**
 * Checks the balance of a relayer's key. On a chain without fees, the key needs no balance. `price`: wei per gas, if
 * known.
 */
export function checkRelayer(
  { relayer, wei }: ChainInspection['balances'][number],
  price: bigint | undefined,
): Finding {
  if (price === 0n) return ok('relayer', `${relayer} has ${wei} wei, and the chain charges no fees`)
  if (wei >= BALANCE_WEI_MIN) return ok('relayer', `${relayer} has ${wei} wei`)
  return fail('relayer', `${relayer} has ${wei} wei`, `send it at least ${BALANCE_WEI_MIN} wei`)
}

async function checkChain(
  relayers: readonly Address[],
  database: OpenDatabase | undefined,
  chain: ChainConnection,
  fees: Fees,
): Promise<Finding[]> {
  const found = await inspectChain(database?.db, chain, relayers, fees)
  const ageSeconds = Math.round((Date.now() - found.blockTime.getTime()) / 1_000)
  const age = `${ageSeconds} s old`
  return [
    ok('chain', `id ${chain.id}, block ${found.blockNumber}`),
    Math.abs(ageSeconds) <= HEAD_SECONDS_MAX
      ? ok('chain head', age)
      : warn(
          'chain head',
          `${age} by this machine’s clock`,
          'check that the node is synchronized and that this clock is correct',
        ),
    found.hasOpcodes
      ? ok('opcodes', 'the chain supports the Cancun opcodes')
      : warn(
          'opcodes',
          'not tested, because the node does not execute init code in eth_call',
          'make sure that the chain has the Cancun upgrade (PUSH0, MCOPY, TLOAD, TSTORE)',
        ),
    found.hasP256Precompile
      ? ok('precompile', 'the chain verifies passkeys (EIP-7951)')
      : warn(
          'precompile',
          'the chain has no P-256 precompile',
          'no action needed: wallets verify passkeys in Solidity, for more gas',
        ),
    ...(found.node === undefined ? [] : [ok('node', describeWays(found.node).join('; '))]),
    checkFees(found.fees),
    contract('factory', found.factory, found.factoryDeployed),
    contract('bundles', found.bundleContract, found.bundleContractDeployed),
    checkLogs(found),
    ...found.balances.map((balance) => checkRelayer(balance, found.fees.price)),
  ]
}

function contract(name: string, address: Address, isDeployed: boolean): Finding {
  if (isDeployed) return ok(name, address)
  const step = 'run “latchkey deploy-contracts”; serve also does this when it starts'
  return warn(name, `${address} is not deployed yet`, step)
}

/** Fee settings in wei per gas. Undefined means the service's defaults. */
type Fees = { feePerGasMax?: bigint | undefined; tipPerGasMin?: bigint }

/** Opens and inspects the chain. A failure becomes a finding. */
export async function checkConfiguredChain(
  settings: ChainSettings & { fees: Fees },
  database: OpenDatabase | undefined,
  log: Logger,
): Promise<Finding[]> {
  const { signers, close } = await openRelayerSigners(settings.relayer)
  await close()
  const relayers = signers.map(({ address }) => address)
  const chain = await openChain({ ...settings, log })
  try {
    return await checkChain(relayers, database, chain, settings.fees)
  } finally {
    await chain.close()
  }
}
