import * as z from 'zod/mini'
import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import type { Receipt } from '#protocol/receipt/receipt.ts'
import type { AskNode } from '#protocol/receipt/verifiers.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { DECIMALS_MAX, readSymbol, readUint, TOKEN_QUESTIONS } from '#web/ui/token-answers.ts'

/** Maximum number of tokens read from the node for one receipt. */
const TOKENS_MAX = 20

/** The fields of a receipt that describe its call. */
type ReceiptCall = Pick<Receipt, 'chainId'> & {
  wallet: Pick<Receipt['wallet'], 'address'>
  call: Pick<Receipt['call'], 'toAddress' | 'value' | 'data' | 'feeCoinAddress'>
}

/**
 * Decodes a receipt's call from the signed bytes. Amounts stay in base units if their token is not in the
 * list.
 */
export function describeReceipt(
  { wallet, call, chainId }: ReceiptCall,
  tokens: readonly KnownToken[],
): CallDescription | null {
  const walletAddress = checksumAddress(wallet.address)
  const toAddress = checksumAddress(call.toAddress)
  const data = hexFromBytes(bytesFromHex(call.data))
  return describeCallOrNull({ walletAddress, toAddress, value: call.value, data, chainId, tokens })
}

/**
 * The tokens of a receipt as their contracts describe them now. Leaves out a token that reports no decimals.
 */
export async function readReceiptTokens(receipt: ReceiptCall, ask: AskNode): Promise<KnownToken[]> {
  const addresses = [receipt.call.feeCoinAddress, ...tokensIn(describeReceipt(receipt, []))]
  const asked = [...new Set(addresses.map(checksumAddress))].filter(
    (address) => !sameAddress(address, ZERO_ADDRESS),
  )
  const read = asked.slice(0, TOKENS_MAX).map((address) => readCoin(address, ask).catch(() => undefined))
  return (await Promise.all(read)).flatMap((token) => token ?? [])
}

/** Whether an amount of the call is in base units because its token is unknown. */
export function hasBaseUnits(description: CallDescription | null): boolean {
  const isOwn = description?.fields.some(({ value }) => value.kind === 'units' && !value.unlimited) === true
  return isOwn || callsIn(description).some(hasBaseUnits)
}

function tokensIn(description: CallDescription | null): string[] {
  const own = description?.fields.flatMap(({ label, value }) =>
    label === 'token' && value.kind === 'address' ? [value.address] : [],
  )
  return [...(own ?? []), ...callsIn(description).flatMap(tokensIn)]
}

const hexSchema = z.templateLiteral(['0x', z.string()])

async function readCoin(address: string, ask: AskNode): Promise<KnownToken | undefined> {
  const call = async (data: string) =>
    hexSchema.parse(await ask('eth_call', [{ to: address, data }, 'latest']))
  const decimals = readUint(await call(TOKEN_QUESTIONS.decimals))
  if (decimals === undefined || decimals > DECIMALS_MAX) return undefined
  const symbol = await call(TOKEN_QUESTIONS.symbol).then(readSymbol, () => '?')
  return { address, symbol, name: symbol, decimals: Number(decimals), standard: 'erc20' }
}
