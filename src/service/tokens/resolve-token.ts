import type { ResolvedToken } from '#protocol/baas/tokens.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { readErc20Metadata } from '#service/chain/erc20.ts'
import type { Caller, Context } from '#service/context.ts'

/**
 * `POST /tokens/resolve`: a token's name, symbol and decimals, read from the chain now. A stranger wrote
 * them: they are made harmless to show and can still lie (spec "Resolved token").
 *
 * @throws TOKEN_UNREADABLE when the address does not answer as an ERC-20 token
 */
export async function resolveToken(
  ctx: Context,
  _caller: Caller,
  input: { body: { address: string } },
): Promise<ResolvedToken> {
  const address = checksumAddress(input.body.address)
  const { name, symbol, decimals } = await readErc20Metadata(ctx.chain, address)
  return { address, name, symbol, decimals }
}
