import type {
  CallDescription,
  DescribedCall,
  Field,
  FieldValue,
  KnownToken,
} from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'

export const WALLET = '0x1111111111111111111111111111111111111111'
export const COIN = '0x2222222222222222222222222222222222222222'
export const ITEMS = '0x3333333333333333333333333333333333333333'
export const MULTI = '0x4444444444444444444444444444444444444444'
export const BOB = '0x52908400098527886E0F7030069857D2E4169EE7'
export const STRANGE = '0x5555555555555555555555555555555555555555'

export const tokens: KnownToken[] = [
  { address: COIN, symbol: 'DEMO', decimals: 6, name: 'Demo Coin' },
  { address: ITEMS, symbol: 'CARD', decimals: 0, name: 'Cards', standard: 'erc721' },
  { address: MULTI, symbol: 'GEM', decimals: 0, name: 'Gems', standard: 'erc1155' },
]

/** Describes a call of `WALLET`. */
export function described(
  toAddress: string,
  data: string,
  more: Partial<DescribedCall> = {},
): CallDescription {
  return describeCall({ chainId: 84_001, walletAddress: WALLET, toAddress, value: 0n, data, tokens, ...more })
}

/** The codes of the warnings that a description itself has. */
export function codes({ warnings }: CallDescription): string[] {
  return warnings.map(({ code }) => code)
}

/** The value of the field with a label. */
export function findValue({ fields }: CallDescription, label: Field['label']): FieldValue | undefined {
  return fields.find((field) => field.label === label)?.value
}
