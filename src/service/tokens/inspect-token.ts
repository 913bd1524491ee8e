import type { InspectedToken } from '#protocol/org/tokens.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Caller, Context } from '#service/context.ts'
import { readTokenFacts } from './read-token-facts.ts'

/**
 * `POST /v1/org/tokens/inspect`: what an address is, of whatever standard, with what it does not answer left empty:
 * `POST /tokens/resolve` answers for whole ERC-20 coins alone.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export function inspectToken(
  ctx: Pick<Context, 'chain'>,
  _caller: Caller,
  input: { body: { address: string } },
): Promise<InspectedToken> {
  return readTokenFacts(ctx.chain, checksumAddress(input.body.address))
}
