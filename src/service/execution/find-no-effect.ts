import { decodeFunctionData, encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { TOKEN_FUNCTIONS, type TokenFunction } from '#protocol/token-functions.ts'
import type { Chain } from '#service/chain/chain.ts'
import { readContract } from '#service/chain/read-contract.ts'
import { NO_REASON } from '#service/chain/revert-reason.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { simulateCall, simulateCalls, type SimulatedCall } from '#service/chain/simulate.ts'
import { answeredNumber } from '#service/chain/token-answer.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { HasChain } from '#service/context-parts.ts'
import { isKnownTokenCall } from './execution-notes.ts'

/** Selectors of the token functions that return a boolean. */
const RETURNING_BOOL: ReadonlySet<string> = new Set(
  TOKEN_FUNCTIONS.flatMap(({ selector, returns }: TokenFunction) => (returns === 'bool' ? [selector] : [])),
)
/** Gas limit of the check. A well-behaved token needs a fraction of it. */
const GAS = 3_000_000n
const FALSE: Hex = `0x${'0'.repeat(64)}`

/** Whether `findNoEffect` asks the node about a call. It returns undefined for all other calls. */
export function isCheckedForEffect({ data }: Pick<ExecuteCall, 'data'>): boolean {
  return isKnownTokenCall(readSelector(data))
}

function readSelector(data: Hex): string {
  return data.slice(0, 10).toLowerCase()
}

/**
 * Returns why a known token call would have no effect: the token returns `false` and logs nothing, there is no contract
 * at the address, or the token refuses without a reason, for example to change an allowance that is not zero. The
 * wallet drops what a call returns, so it cannot detect a returned `false`. Undefined for a call with an effect, and for
 * one that reverts with a reason, which the simulation of the whole execution finds.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function findNoEffect(
  { chain }: HasChain,
  {
    walletAddress: from,
    toAddress: to,
    value,
    data,
  }: Pick<ExecuteCall, 'walletAddress' | 'toAddress' | 'value' | 'data'>,
): Promise<string | undefined> {
  const selector = readSelector(data)
  if (!isKnownTokenCall(selector)) return undefined
  const at = chain.simulateAt?.() ?? 'pending'
  const call = { from, to, data, value, gas: GAS }
  const simulation = await simulateCall(chain.rpc, call, at)
  if (!simulation.ok) {
    if (simulation.data !== '0x') return undefined
    const kept = await findKeptAllowance(chain, call)
    return kept ?? (simulation.reason === NO_REASON ? REFUSED_SILENTLY : undefined)
  }
  const { returned } = simulation
  if (returned === FALSE && RETURNING_BOOL.has(selector) && !(await isLogged(chain, call)))
    return 'the token returned false, which means that it did nothing'
  if (returned === '0x' && !(await isDeployed(chain, to)))
    return 'there is no contract at the address that is called'
  return undefined
}

/** Names possible reasons of a token that gives none, such as Tether's list of blocked addresses (java-tron 5885). */
const REFUSED_SILENTLY =
  'the token refuses and gives no reason: check the balance; the token may be paused, or may block one of the addresses'

const approvals = parseAbi([
  'function approve(address spender, uint256 value)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

/**
 * Returns why a token refuses a new allowance: some, such as Tether, let nobody replace one that is not zero. Undefined
 * for other calls, and if there is no allowance.
 */
async function findKeptAllowance(
  chain: Pick<Chain, 'rpc'>,
  { from, to, data }: Pick<SimulatedCall, 'from' | 'to' | 'data'>,
): Promise<string | undefined> {
  const approval = readApproval(data)
  if (approval === undefined || approval.value === 0n) return undefined
  const question = encodeFunctionData({
    abi: approvals,
    functionName: 'allowance',
    args: [from, approval.spender],
  })
  const allowance = answeredNumber(await readContract(chain, to, question)) ?? 0n
  if (allowance === 0n) return undefined
  return `the token gives no reason, and the spender still has an allowance of ${allowance} base units: set it to 0 first, because some tokens replace no other`
}

function readApproval(data: Hex): { spender: Address; value: bigint } | undefined {
  try {
    const call = decodeFunctionData({ abi: approvals, data: lowerCase(data) })
    return call.functionName === 'approve' ? { spender: call.args[0], value: call.args[1] } : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns whether a token that returns `false` logs an effect. Transfers of Tether on some chains do, because
 * they end without a return statement. False if the node cannot simulate logs.
 */
async function isLogged({ rpc }: Pick<Chain, 'rpc'>, call: SimulatedCall): Promise<boolean> {
  const [simulated] = (await simulateCalls({ rpc }, [call])) ?? []
  return simulated?.logs.some(({ address }) => lowerCase(address) === lowerCase(call.to)) === true
}
