import { toFunctionSelector, type Address, type Hex } from 'viem'
import { readContracts, ANSWER_BYTES_MAX } from '#service/chain/read-contract.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { DECIMALS_MAX, NAME_LENGTH_MAX, SYMBOL_LENGTH_MAX } from '#service/chain/erc20.ts'
import { answeredNumber, answeredText } from '#service/chain/token-answer.ts'

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
  chain: Pick<ChainConnection, 'rpc'>,
  tokens: readonly Address[],
): Promise<Map<Address, TokenWords>> {
  const reads = tokens.flatMap((contract) => QUESTIONS.map((data) => ({ contract, data })))
  const answers = (await readContracts(chain, reads)).values()
  const next = (): Hex => answers.next().value ?? '0x'
  return new Map(
    tokens.map((token) => [
      token,
      {
        name: textOf(next(), NAME_LENGTH_MAX),
        symbol: textOf(next(), SYMBOL_LENGTH_MAX),
        decimals: decimalsOf(next()),
      },
    ]),
  )
}

function textOf(answer: Hex, lengthMax: number): string {
  const isCut = answer.length === 2 + 2 * ANSWER_BYTES_MAX
  return answeredText(answer, lengthMax, isCut) ?? ''
}

function decimalsOf(answer: Hex): number {
  const decimals = answeredNumber(answer)
  return decimals === undefined || decimals > DECIMALS_MAX ? 0 : Number(decimals)
}
