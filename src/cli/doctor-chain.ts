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

/** Minimum balance of a relayer in wei: approximately twenty executes at 20 gwei. */
const BALANCE_WEI_MIN = 20n * 250_000n * 20_000_000_000n

const LOGS_FOUND: Record<ChainInspection['logs'], Finding> = {
  understood: ok('history', 'the node returns logs'),
  'not-understood': fail(
    'history',
    'the node returns eth_getLogs in a shape that is not understood',
    'use another node: without logs there is no history of tokens',
  ),
  refused: warn(
    'history',
    'the node refuses eth_getLogs',
    'allow it, or use another node: the history is read from logs',
  ),
}

function checkFees({ limit, price, tip }: ChainInspection['fees']): Finding {
  if (price !== undefined) return ok('fees', `at most ${price} wei per gas now, tip ${tip}, limit ${limit}`)
  const todo = 'set FEE_PER_GAS_MAX to more, or wait until the chain charges less'
  return fail('fees', `the chain charges more than the limit of ${limit} wei per gas`, todo)
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
      : warn('chain head', `${age} by this machine’s clock`, 'is the node in step, and is this clock right?'),
    found.hasOpcodes
      ? ok('opcodes', 'those of Cancun are there')
      : warn(
          'opcodes',
          'the node does not let init code be called, so they could not be tried',
          'make sure that the chain has the Cancun upgrade (PUSH0, MCOPY, TLOAD, TSTORE)',
        ),
    found.hasP256Precompile
      ? ok('precompile', 'passkeys are verified by the chain (EIP-7951)')
      : warn(
          'precompile',
          'the chain has no P-256 precompile',
          'nothing: wallets verify by themselves, for more gas',
        ),
    ...(found.node === undefined ? [] : [ok('node', describeWays(found.node).join('; '))]),
    checkFees(found.fees),
    contract('factory', found.factory, found.factoryDeployed),
    contract('bundles', found.bundleContract, found.bundleContractDeployed),
    LOGS_FOUND[found.logs],
    ...found.balances.map(({ relayer, wei }) =>
      wei >= BALANCE_WEI_MIN
        ? ok('relayer', `${relayer} has ${wei} wei`)
        : fail('relayer', `${relayer} has ${wei} wei`, `send it at least ${BALANCE_WEI_MIN} wei`),
    ),
  ]
}

function contract(name: string, address: Address, isDeployed: boolean): Finding {
  if (isDeployed) return ok(name, address)
  const step = 'run “latchkey deploy-contracts”; serve does it when it starts'
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
