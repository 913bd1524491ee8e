import type { Hex } from 'viem'
import { simulateCall } from '#service/chain/simulate.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { isKnownTokenCall } from './missing-report.ts'

/** Those that answer whether they did it; the others answer nothing. Source: ERC-20. */
const ANSWERING: ReadonlySet<string> = new Set(['0xa9059cbb', '0x23b872dd', '0x095ea7b3', '0x39509351'])
/** An honest token needs a fraction of it. */
const GAS = 3_000_000n
const FALSE: Hex = `0x${'0'.repeat(64)}`

/**
 * Refuses a known call of a token that would succeed and do nothing: the token answers `false` instead of reverting, or
 * there is no contract at all. A wallet cannot tell: it drops what a call answers. What reverts is left to the
 * simulation of the whole execution.
 *
 * @throws TRANSACTION_REVERTS, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function requireEffect(
  { chain }: Pick<Context, 'chain'>,
  { walletAddress: from, toAddress: to, value, data }: ExecuteCall,
): Promise<void> {
  const selector = data.slice(0, 10).toLowerCase()
  if (!isKnownTokenCall(selector)) return
  const at = chain.simulateAt?.() ?? 'pending'
  const simulation = await simulateCall(chain.rpc, { from, to, data, value, gas: GAS }, at)
  if (!simulation.ok) return
  const { returned } = simulation
  if (returned === FALSE && ANSWERING.has(selector)) {
    throw apiError('TRANSACTION_REVERTS', 'the token answers false: it would do nothing')
  }
  if (returned === '0x' && !(await isDeployed(chain, to))) {
    throw apiError('TRANSACTION_REVERTS', 'there is no contract at the address that is called')
  }
}
