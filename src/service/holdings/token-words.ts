import { toFunctionSelector, type Address, type Hex, encodeFunctionData, erc20Abi } from 'viem'
import { readContracts } from '#service/chain/read-contract.ts'
import type { ChainReader } from '#service/chain/chain.ts'
import { NAME_LENGTH_MAX, SYMBOL_LENGTH_MAX } from '#service/chain/erc20.ts'
import { answeredNumber } from '#service/chain/token-answer.ts'
import type { Balances } from '#protocol/holdings.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Database } from '#service/db/database.ts'
import { decimalsOf, wordsOf } from '#service/tokens/inspect-token.ts'
import { selectAllowed } from '#service/tokens/allowed-tokens.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'

/** What a token calls itself. */
export type TokenWords = { name: string; symbol: string; decimals: number }

const QUESTIONS = ['name()', 'symbol()', 'decimals()'].map((signature) => toFunctionSelector(signature))

/**
 * What tokens call themselves, by address in lower case. A stranger's words: harmless to show and no more; empty
 * where the contract has none, with 0 decimals where it names none that could be.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readTokenWords(
  chain: ChainReader,
  tokens: readonly Address[],
): Promise<Map<Address, TokenWords>> {
  const reads = tokens.flatMap((contract) => QUESTIONS.map((data) => ({ contract, data })))
  const answers = (await readContracts(chain, reads)).values()
  const next = (): Hex => answers.next().value ?? '0x'
  return new Map(
    tokens.map((token) => [
      token,
      {
        name: wordsOf(next(), NAME_LENGTH_MAX)?.text ?? '',
        symbol: wordsOf(next(), SYMBOL_LENGTH_MAX)?.text ?? '',
        decimals: decimalsOf(next()) ?? 0,
      },
    ]),
  )
}

/** An organization's allowed tokens by address in lower case, in the order of the list. */
export type ListedTokens = ReadonlyMap<Address, TokenWords & { standard: TokenStandard }>

export async function findListedTokens(db: Database, organizationId: string): Promise<ListedTokens> {
  const rows = await selectAllowed(db, organizationId).execute()
  return new Map(
    rows.map(({ address, standard, name, symbol, decimals }) => [
      `0x${address.slice(2)}`,
      { standard, name, symbol, decimals },
    ]),
  )
}

/** What a wallet has of each listed coin, also when it is nothing. A coin that does not answer is left out. */
export async function readListedCoins(
  chain: ChainReader,
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
