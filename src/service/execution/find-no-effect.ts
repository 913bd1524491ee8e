import type { Hex } from 'viem'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { TOKEN_FUNCTIONS, type TokenFunction } from '#protocol/token-functions.ts'
import { simulateCall } from '#service/chain/simulate.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { Context } from '#service/context.ts'
import { isKnownTokenCall } from './execution-notes.ts'

/** Selectors of the token functions that return a boolean. */
const RETURNING_BOOL: ReadonlySet<string> = new Set(
  TOKEN_FUNCTIONS.flatMap(({ selector, returns }: TokenFunction) => (returns === 'bool' ? [selector] : [])),
)
/** Gas limit of the check. A well-behaved token needs a fraction of it. */
const GAS = 3_000_000n
const FALSE: Hex = `0x${'0'.repeat(64)}`

/**
 * Returns why a known token call would succeed without an effect: the token returns `false` instead of
 * reverting, or there is no contract. The wallet contract cannot detect this, because it drops the return
 * value. Returns undefined for a call with an effect. Also returns undefined for one that reverts, because
 * the simulation of the whole execution finds that.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function findNoEffect(
  { chain }: Pick<Context, 'chain'>,
  {
    walletAddress: from,
    toAddress: to,
    value,
    data,
  }: Pick<ExecuteCall, 'walletAddress' | 'toAddress' | 'value' | 'data'>,
): Promise<string | undefined> {
  const selector = data.slice(0, 10).toLowerCase()
  if (!isKnownTokenCall(selector)) return undefined
  const at = chain.simulateAt?.() ?? 'pending'
  const simulation = await simulateCall(chain.rpc, { from, to, data, value, gas: GAS }, at)
  if (!simulation.ok) return undefined
  const { returned } = simulation
  if (returned === FALSE && RETURNING_BOOL.has(selector))
    return 'the token answers false: it would do nothing'
  if (returned === '0x' && !(await isDeployed(chain, to)))
    return 'there is no contract at the address that is called'
  return undefined
}
