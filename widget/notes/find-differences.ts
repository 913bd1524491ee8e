import type { KnownToken } from '#protocol/display/call-description.ts'
import { compareSimulation, NO_FEE, type Difference } from '#protocol/effects/compare-simulation.ts'
import type { SimulatedTransaction, Simulation } from '#protocol/transactions.ts'
import { either, listOf, object, oneOf, text } from '#widget/checks.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'

const address = text(/^0x[0-9a-fA-F]{40}$/)
const amount = text(/^(0|-?[1-9][0-9]{0,79})$/)
const perhaps = either(oneOf([undefined]), text(/^(0|[1-9][0-9]{0,77})$/))

/** `POST /transactions/simulate`. */
export const isSimulated = object<SimulatedTransaction>({
  simulation: either(
    oneOf([undefined]),
    object<Simulation>({
      changes: listOf(object({ tokenAddress: address, account: address, tokenId: perhaps, amount })),
      approvals: listOf(
        object({ tokenAddress: address, spender: address, amount: perhaps, tokenId: perhaps }),
      ),
    }),
  ),
})

/**
 * Where the server's simulation of a call differs from the screen. None where the server does not simulate: what is
 * displayed and signed never depends on it. `listed`: the tokens that the server lists.
 */
export async function findDifferences(
  { deps: { api }, signal }: SendContext,
  { call, chainId, description }: Confirmation,
  listed: Promise<{ list: readonly KnownToken[] | undefined }>,
): Promise<readonly Difference[]> {
  const { walletAddress, toAddress, value, data } = call
  const body = { walletAddress, toAddress, value: `${value}`, data }
  try {
    const { simulation } = await api.post('/transactions/simulate', body, isSimulated, signal)
    const { list = [] } = await listed
    return compareSimulation({ ...body, ...NO_FEE, chainId, tokens: list }, description, simulation)
  } catch {
    return []
  }
}
