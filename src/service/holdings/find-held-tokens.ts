import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'

type Call = { wallet_address: Address; to_address: Address; value: string; data: Hex }

/**
 * Returns, for each call, the standards of those ambiguous tokens that the wallet holds according to the logs. A
 * token is ambiguous if the number in the call could be an amount or an item. There is one query for all calls,
 * limited to these tokens, and none if no token is ambiguous.
 */
export async function findHeldTokens(
  { db, chain }: HasChain & HasDatabase,
  calls: readonly Call[],
): Promise<{ address: Hex; standard: 'erc1155' | 'erc20' | 'erc721' }[][]> {
  const asked = calls.map((call) =>
    ambiguousTokens(call, chain.id).map((token) => [call.wallet_address, token]),
  )
  const pairs = asked.flat()
  if (pairs.length === 0) return calls.map(() => [])
  const { rows } = await sql<{ wallet: Address; token: Address; standard: TokenStandard }>`
    select wallet_address as wallet, token_address as token,
      min(case kind when 'coin' then 'erc20' when 'collectible' then 'erc721' else 'erc1155' end) as standard
    from holding_claims
    where chain_id = ${chain.id} and open and kind in ('coin', 'collectible', 'multiToken')
      and (wallet_address, token_address) in (${sql.join(pairs.map((pair) => sql`(${sql.join(pair)})`))})
    group by wallet_address, token_address having count(distinct kind) = 1`.execute(db)
  return asked.map((tokens) =>
    rows
      .filter(({ wallet, token }) => tokens.some((pair) => pair[0] === wallet && pair[1] === token))
      .map(({ token, standard }) => ({ address: checksumAddress(token), standard })),
  )
}

/** The ambiguous tokens of a call, in lower case. */
function ambiguousTokens(call: Call, chainId: number): string[] {
  const described = describeCall({
    chainId,
    walletAddress: call.wallet_address,
    toAddress: call.to_address,
    value: call.value,
    data: call.data,
    tokens: [],
  })
  const tokens = described.effects.flatMap((effect) =>
    (effect.does === 'move' || effect.does === 'grant') && effect.what.is === 'number'
      ? [effect.token.toLowerCase()]
      : [],
  )
  return [...new Set(tokens)]
}
