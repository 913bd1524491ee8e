import type { Address, Hex } from 'viem'
import type { Effect } from '#protocol/effects/effect.ts'
import type { TokenOperationKind } from '#protocol/operations.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { ZERO_ADDRESS } from './address.ts'
import type { ALL_FIELDS } from './all-fields.ts'
import {
  WARNING_SEVERITY,
  type Severity,
  type WarningCode,
  type WarningSeverity,
} from './warning-severity.ts'

/** Kinds of calls, as decoded from their bytes. Screens have a title for each. */
export type CallKind =
  | TokenOperationKind
  | 'native-transfer'
  | 'erc20-transfer-from'
  | 'erc20-increase-allowance'
  | 'revoke-approval-for-all'
  | 'token-transfer'
  | 'token-transfer-from'
  | 'token-approve'
  | 'wallet-set-backup'
  | 'wallet-cancel-recovery'
  | 'wallet-cancel-call'
  | 'wallet-set-co-signer'
  | 'wallet-start-co-signer-removal'
  | 'wallet-keep-co-signer'
  | 'wallet-add-key'
  | 'wallet-remove-key'
  | 'wallet-object-to-removal'
  | 'wallet-batch'
  | 'unknown'

/** A field's meaning. Each has its place among a call's lines. */
export type FieldLabel = (typeof ALL_FIELDS)[number]

/**
 * The value of a field. `amount` has the exact `units` and, for a known token, the human `text`. `units` is an
 * amount of a token with unverified decimals. `item` is one NFT or a count of an ERC-1155 token ID. `number`
 * may be an amount or an item's id. `name` and `symbol` are made harmless but are still only the token's own
 * claim.
 */
export type FieldValue =
  | { kind: 'amount'; text: string; symbol: string; units: string; decimals: number; unlimited: boolean }
  | { kind: 'units'; units: string; unlimited: boolean }
  | { kind: 'item'; tokenId: string; units?: string }
  | { kind: 'number'; text: string }
  | { kind: 'address'; address: Address; is?: 'wallet' | 'zero' | 'token'; name?: string; symbol?: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'hex'; hex: Hex; bytes: number }
  | { kind: 'items'; items: { tokenId: string; units: string }[] }
  | { kind: 'calls'; calls: CallDescription[] }

/** A page's description of an unknown call. The words are the page's; the values are decoded from the bytes. */
export type FormattedCall = {
  owner: string
  intent: string
  fields: { label: string; value: FormattedValue }[]
  /** True if a trusted descriptor of the public registry describes the call; otherwise the page does. */
  isTrusted: boolean
}
export type FormattedValue =
  | Exclude<FieldValue, { kind: 'item' | 'items' | 'calls' | 'boolean' }>
  | { kind: 'text'; text: string }
  | { kind: 'list'; texts: string[] }

export type Field = { label: FieldLabel; value: FieldValue }

export type Warning = { code: WarningCode; severity: WarningSeverity }

/** The part of a description specific to its call. */
export type Described = {
  kind: CallKind
  effects: Effect[]
  fields: Field[]
  warnings: WarningCode[]
}

/**
 * The meaning of a call for a person. `effects` lists what it does, including those of a batch's calls in order.
 * Everything else derives from them. `severity` is the highest of its warnings, including those of a batch's calls.
 */
export type CallDescription = {
  kind: CallKind
  chainId: number
  effects: readonly Effect[]
  fields: Field[]
  warnings: Warning[]
  severity: Severity
  /** Only set for an unknown call that a descriptor describes. */
  formatted?: FormattedCall
}

/**
 * A verified token (the allowed list). The native coin has the zero address. A token with decimals is a coin,
 * regardless of its stated standard. `balance`: the wallet's balance, as reported by the server.
 */
export type KnownToken = {
  address: string
  symbol: string
  decimals: number
  name: string
  standard?: TokenStandard
  balance?: bigint | null
}

/** One call and its context. `value` is in wei. `held`: tokens of the wallet of which only the standard is known. */
export type DescribedCall = {
  chainId: number
  walletAddress: string
  toAddress: string
  value: bigint | string
  data: string
  tokens: readonly KnownToken[]
  held?: readonly { address: string; standard: KnownToken['standard'] }[] | undefined
}

/** A warning with its severity. */
export function warning(code: WarningCode): Warning {
  return { code, severity: WARNING_SEVERITY[code] }
}

/** The value of the field with a label, decoded from the call's bytes. */
export function valueIn(description: CallDescription, label: FieldLabel): FieldValue | undefined {
  return description.fields.find((field) => field.label === label)?.value
}

/** The address in the field with a label. */
export function addressIn(description: CallDescription, label: FieldLabel): string {
  const value = valueIn(description, label)
  return value?.kind === 'address' ? value.address : ZERO_ADDRESS
}

/** The number in the field with a label, in base units of a coin or as a count of a token ID. */
export function numberIn(description: CallDescription, label: FieldLabel): string {
  const value = valueIn(description, label)
  if (value?.kind === 'number') return value.text
  if (value?.kind === 'item') return value.units ?? '1'
  return value?.kind === 'amount' || value?.kind === 'units' ? value.units : '0'
}
