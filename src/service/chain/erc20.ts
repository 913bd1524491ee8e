import { encodeFunctionData, erc20Abi, type Address, type Hex } from 'viem'
import { serviceError, type ServiceError } from '#service/http/service-error.ts'
import type { ChainConnection } from './chain.ts'
import { RpcError } from './rpc.ts'
import { dataSchema, quantity, quantitySchema } from './rpc-schemas.ts'
import { isExecutionFailure } from './revert-reason.ts'
import { isDeployed } from './wallet-state.ts'

export type Erc20Metadata = { name: string; symbol: string; decimals: number }

const NAME_LENGTH_MAX = 64
const SYMBOL_LENGTH_MAX = 32
/** ERC-20 declares `decimals` as uint8. */
const DECIMALS_MAX = 255n
/** Reads of an honest token need a fraction of it; it also bounds how much a hostile one can answer. */
const READ_GAS = 1_000_000n
const WORD = 64

/**
 * Name, symbol and decimals as the token's contract answers them now. Old tokens that answer bytes32 are
 * read too. Names are cut to 64 characters, symbols to 32, and hold no control or direction characters: they
 * are the contract's claim, and only the address identifies a token.
 *
 * @throws ServiceError TOKEN_UNREADABLE when there is no contract, or it does not answer like an ERC-20 token
 */
export async function readErc20Metadata(
  chain: Pick<ChainConnection, 'rpc'>,
  token: Address,
): Promise<Erc20Metadata> {
  const [name, symbol, decimals] = await Promise.all([
    read(chain, token, encodeFunctionData({ abi: erc20Abi, functionName: 'name' })),
    read(chain, token, encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' })),
    read(chain, token, encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })),
  ])
  if ([name, symbol, decimals].every((answer) => answer === '0x') && !(await isDeployed(chain, token))) {
    throw unreadable('There is no contract at this address')
  }
  return {
    name: textOf(name, 'name', NAME_LENGTH_MAX),
    symbol: textOf(symbol, 'symbol', SYMBOL_LENGTH_MAX),
    decimals: Number(numberOf(decimals, 'decimals', DECIMALS_MAX)),
  }
}

/**
 * Units of a token that an address holds now, in the token's smallest unit.
 *
 * @throws ServiceError TOKEN_UNREADABLE when the contract does not answer like an ERC-20 token
 */
export async function readErc20Balance(
  chain: Pick<ChainConnection, 'rpc'>,
  token: Address,
  holder: Address,
): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [lowerCase(holder)] })
  return numberOf(await read(chain, token, data), 'balanceOf', 2n ** 256n - 1n)
}

/** Wei of the chain's native coin that an address holds now. */
export function readNativeBalance(chain: Pick<ChainConnection, 'rpc'>, holder: Address): Promise<bigint> {
  return chain.rpc.request(quantitySchema, 'eth_getBalance', [holder, 'latest'])
}

/** An encoder takes mixed case for a checksum, and callers may have any case. */
function lowerCase(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`
}

async function read(chain: Pick<ChainConnection, 'rpc'>, token: Address, data: Hex): Promise<Hex> {
  try {
    const call = { to: token, data, gas: quantity(READ_GAS) }
    return await chain.rpc.request(dataSchema, 'eth_call', [call, 'latest'])
  } catch (error) {
    // A revert is the contract's way to say that it has no such function; another refusal is the node's.
    if (error instanceof RpcError && isExecutionFailure(error)) return '0x'
    throw error
  }
}

function numberOf(answer: Hex, field: string, max: bigint): bigint {
  if (answer.length < 2 + WORD) throw unanswered(field)
  const value = BigInt(answer.slice(0, 2 + WORD))
  if (value > max) throw unreadable(`The contract at this address answers ${field} out of range`)
  return value
}

/** ABI `string`, or the bytes32 of tokens older than that convention. */
function textOf(answer: Hex, field: string, lengthMax: number): string {
  const bytes = Buffer.from(answer.slice(2), 'hex')
  const content = bytes.length === 32 ? untilZero(bytes) : stringContent(bytes)
  if (content === undefined) throw unanswered(field)
  const text = new TextDecoder().decode(content.subarray(0, lengthMax * 4))
  return cut(text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '').trim(), lengthMax)
}

function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

function stringContent(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 64) return undefined
  const offset = BigInt(`0x${bytes.toString('hex', 0, 32)}`)
  if (offset > BigInt(bytes.length - 32)) return undefined
  const start = Number(offset) + 32
  const length = BigInt(`0x${bytes.toString('hex', start - 32, start)}`)
  if (length > BigInt(bytes.length - start)) return undefined
  return bytes.subarray(start, start + Number(length))
}

function cut(text: string, lengthMax: number): string {
  const characters = Array.from(text)
  return characters.length <= lengthMax ? text : `${characters.slice(0, lengthMax - 1).join('')}…`
}

function unanswered(field: string): ServiceError {
  return unreadable(`The contract at this address does not answer ${field} like an ERC-20 token`)
}

function unreadable(cause: string): ServiceError {
  return serviceError('TOKEN_UNREADABLE', cause)
}
