import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import type { Balances } from '#protocol/org/holdings.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { readContracts } from '#service/chain/read-contract.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { answeredNumber } from '#service/chain/token-answer.ts'
import type { Database } from '#service/db/database.ts'
import type { TokenStandard } from '#protocol/operations.ts'
import type { TokenWords } from './token-words.ts'

/** An organization's allowed tokens by address in lower case, in the order of the list. */
export type ListedTokens = ReadonlyMap<Address, TokenWords & { standard: TokenStandard }>

export async function findListedTokens(db: Database, organizationId: string): Promise<ListedTokens> {
  const rows = await db
    .selectFrom('organization_allowed_tokens')
    .select(['address', 'standard', 'name', 'symbol', 'decimals'])
    .where('organization_id', '=', organizationId)
    .orderBy('own')
    .orderBy('position')
    .execute()
  return new Map(rows.map(({ address, ...words }) => [`0x${address.slice(2)}`, words]))
}

/** What a wallet has of each listed coin, also when it is nothing. A coin that does not answer is left out. */
export async function readListedCoins(
  chain: Pick<ChainConnection, 'rpc'>,
  wallet: Address,
  listed: ListedTokens,
): Promise<Balances['coins']> {
  const coins = [...listed].filter(([, { standard }]) => standard === 'erc20')
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [wallet] })
  const answers = await readContracts(
    chain,
    coins.map(([contract]) => ({ contract, data })),
  )
  return coins.flatMap(([token, { name, symbol, decimals }], index) => {
    const amount = answeredNumber(answers[index] ?? '0x')
    if (amount === undefined) return []
    const words = { tokenAddress: checksumAddress(token), name, symbol, decimals, allowed: true }
    return [{ ...words, amount: amount.toString() }]
  })
}
