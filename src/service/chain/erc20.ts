import { encodeFunctionData, erc20Abi, type Address, type Hex } from 'viem'
import { apiError, type ApiError } from '#server-kit/http/http-error.ts'
import type { ChainReader } from './chain.ts'
import { readContract } from './read-contract.ts'
import { quantitySchema, lowerCase } from './rpc-schemas.ts'
import { answeredNumber, answeredWords } from './token-answer.ts'
import { isDeployed } from './wallet-contract.ts'

export type Erc20Metadata = { name: string; symbol: string; decimals: number }

export const NAME_LENGTH_MAX = 64
export const SYMBOL_LENGTH_MAX = 32
/** ERC-20 declares `decimals` as uint8. */
export const DECIMALS_MAX = 255n

/**
 * Reads name, symbol and decimals from the token's contract. Supports old tokens that return bytes32. Names are cut
 * to 64 characters and symbols to 32, without control or direction characters. Both are only claims of the contract.
 * Only the address identifies a token.
 *
 * @throws ApiError TOKEN_UNREADABLE if there is no contract, or it does not respond like an ERC-20 token
 */
export async function readErc20Metadata(chain: ChainReader, token: Address): Promise<Erc20Metadata> {
  const [name, symbol, decimals] = await Promise.all([
    readContract(chain, token, encodeFunctionData({ abi: erc20Abi, functionName: 'name' })),
    readContract(chain, token, encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' })),
    readContract(chain, token, encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })),
  ])
  if ([name, symbol, decimals].every((answer) => answer === '0x') && !(await isDeployed(chain, token))) {
    throw unreadable('There is no contract at this address')
  }
  return {
    name: requireText(name, 'name', NAME_LENGTH_MAX),
    symbol: requireText(symbol, 'symbol', SYMBOL_LENGTH_MAX),
    decimals: Number(decodeNumber(decimals, 'decimals', DECIMALS_MAX)),
  }
}

/**
 * Reads the balance of an address now, in the token's base units.
 *
 * @throws ApiError TOKEN_UNREADABLE if the contract does not respond like an ERC-20 token
 */
export async function readErc20Balance(chain: ChainReader, token: Address, holder: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [lowerCase(holder)] })
  return decodeNumber(await readContract(chain, token, data), 'balanceOf', 2n ** 256n - 1n)
}

/** Reads an address's balance of the native token now, in wei. */
export function readNativeBalance(chain: ChainReader, holder: Address): Promise<bigint> {
  return chain.rpc.request(quantitySchema, 'eth_getBalance', [holder, 'latest'])
}

function decodeNumber(answer: Hex, field: string, max: bigint): bigint {
  const value = answeredNumber(answer)
  if (value === undefined) throw unanswered(field)
  if (value > max) throw unreadable(`The contract at this address returns ${field} out of range`)
  return value
}

function requireText(answer: Hex, field: string, lengthMax: number): string {
  const text = answeredWords(answer, lengthMax)?.text
  if (text === undefined) throw unanswered(field)
  return text
}

function unanswered(field: string): ApiError {
  return unreadable(`The contract at this address does not return ${field} like an ERC-20 token`)
}

function unreadable(cause: string): ApiError {
  return apiError('TOKEN_UNREADABLE', cause)
}
