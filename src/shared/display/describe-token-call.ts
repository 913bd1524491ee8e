import { decodeArguments } from '#shared/signing/abi-decode.ts'
import { COIN_TRANSFER } from '#shared/signing/coin-transfer.ts'
import { sameAddress } from './address.ts'
import type { DescribedCall, Field, KnownToken, WarningCode } from './call-description.ts'
import {
  addressField,
  amountField,
  coinOf,
  extraDataFields,
  isUnlimited,
  tokenIdField,
} from './call-fields.ts'
import { holderWarnings, recipientWarnings, tokenWarnings } from './call-warnings.ts'
import { coinTransfer } from './describe-coin-transfer.ts'
import type { Described } from './describe-with.ts'

type Describe = (
  call: DescribedCall,
  token: KnownToken | undefined,
  params: readonly string[],
) => Described | undefined
type TokenCall = { types: readonly string[]; describe: Describe }

/** The calls of ERC-20, ERC-721 and ERC-1155 by selector (describe-call.test.ts computes the selectors again). */
const TOKEN_CALLS: ReadonlyMap<string, TokenCall> = new Map<string, TokenCall>([
  [COIN_TRANSFER, { types: ['address', 'uint256'], describe: coinTransfer }],
  ['0x23b872dd', { types: ['address', 'address', 'uint256'], describe: transferFrom }],
  ['0x095ea7b3', { types: ['address', 'uint256'], describe: approve }],
  ['0x39509351', { types: ['address', 'uint256'], describe: increaseAllowance }],
  ['0x42842e0e', { types: ['address', 'address', 'uint256'], describe: transferItem }],
  ['0xb88d4fde', { types: ['address', 'address', 'uint256', 'bytes'], describe: transferItem }],
  ['0xa22cb465', { types: ['address', 'bool'], describe: setApprovalForAll }],
  ['0xf242432a', { types: ['address', 'address', 'uint256', 'uint256', 'bytes'], describe: transferUnits }],
  [
    '0x2eb2c2d6',
    { types: ['address', 'address', 'uint256[]', 'uint256[]', 'bytes'], describe: transferBatch },
  ],
])

/** Whether calldata begins as a call of one of these standards. */
export function isTokenSelector(data: string): boolean {
  return TOKEN_CALLS.has(data.slice(0, 10).toLowerCase())
}

/** The description of a token call, or `undefined` when the bytes are not exactly one of those known. */
export function describeTokenCall(
  call: DescribedCall,
  calldata: Uint8Array,
  selector: string,
): Described | undefined {
  const known = TOKEN_CALLS.get(selector)
  const params = known === undefined ? undefined : decodeArguments(known.types, calldata.subarray(4))
  if (known === undefined || params === undefined) return undefined
  const token = call.tokens.find((candidate) => sameAddress(candidate.address, call.toAddress))
  const described = known.describe(call, token, params)
  if (described === undefined) return undefined
  return { ...described, warnings: [...described.warnings, ...tokenWarnings(token)] }
}

function transferFrom(
  call: DescribedCall,
  token: KnownToken | undefined,
  params: readonly string[],
): Described {
  const [from = '', to = '', number = ''] = params
  const standard = standardOf(token)
  const kinds = { erc20: 'erc20-transfer-from', erc721: 'erc721-transfer' } as const
  return {
    kind: standard === undefined ? 'token-transfer-from' : kinds[standard],
    fields: [
      numberField(number, standard, token),
      addressField('from', from, call),
      addressField('to', to, call),
      addressField('token', call.toAddress, call),
    ],
    warnings: [...ambiguity(standard), ...holderWarnings(from, call), ...recipientWarnings(to, from, call)],
  }
}

function approve(call: DescribedCall, token: KnownToken | undefined, params: readonly string[]): Described {
  const [spender = '', number = ''] = params
  const standard = standardOf(token)
  const kinds = { erc20: 'erc20-approve', erc721: 'erc721-approve' } as const
  const warnings: WarningCode[] = ambiguity(standard)
  if (standard !== 'erc721' && isUnlimited(number)) warnings.push('unlimited-allowance')
  return {
    kind: standard === undefined ? 'token-approve' : kinds[standard],
    fields: [
      addressField('spender', spender, call),
      numberField(number, standard, token),
      addressField('token', call.toAddress, call),
    ],
    warnings,
  }
}

function increaseAllowance(
  call: DescribedCall,
  token: KnownToken | undefined,
  params: readonly string[],
): Described {
  const [spender = '', units = ''] = params
  return {
    kind: 'erc20-increase-allowance',
    fields: [
      addressField('spender', spender, call),
      amountField('amount', units, coinOf(token)),
      addressField('token', call.toAddress, call),
    ],
    warnings: isUnlimited(units) ? ['unlimited-allowance'] : [],
  }
}

function transferItem(call: DescribedCall, _: KnownToken | undefined, params: readonly string[]): Described {
  const [from = '', to = '', tokenId = '', data = '0x'] = params
  return {
    kind: 'erc721-transfer',
    fields: [tokenIdField(tokenId), ...holders(from, to, call), ...extraDataFields(data)],
    warnings: [...holderWarnings(from, call), ...recipientWarnings(to, from, call)],
  }
}

function transferUnits(call: DescribedCall, _: KnownToken | undefined, params: readonly string[]): Described {
  const [from = '', to = '', tokenId = '', units = '', data = '0x'] = params
  return {
    kind: 'erc1155-transfer',
    fields: [
      tokenIdField(tokenId),
      { label: 'amount', value: { kind: 'units', units, unlimited: false } },
      ...holders(from, to, call),
      ...extraDataFields(data),
    ],
    warnings: [...holderWarnings(from, call), ...recipientWarnings(to, from, call)],
  }
}

function transferBatch(
  call: DescribedCall,
  _: KnownToken | undefined,
  params: readonly string[],
): Described | undefined {
  const [from = '', to = '', tokenIds = '[]', amounts = '[]', data = '0x'] = params
  const [ids, units] = [listOf(tokenIds), listOf(amounts)]
  if (ids.length !== units.length) return undefined
  const items = ids.map((tokenId, index) => ({ tokenId, units: units[index] ?? '' }))
  return {
    kind: 'erc1155-batch-transfer',
    fields: [
      { label: 'items', value: { kind: 'items', items } },
      ...holders(from, to, call),
      ...extraDataFields(data),
    ],
    warnings: [...holderWarnings(from, call), ...recipientWarnings(to, from, call)],
  }
}

function setApprovalForAll(
  call: DescribedCall,
  _: KnownToken | undefined,
  params: readonly string[],
): Described {
  const [operator = '', approved = ''] = params
  const grants = approved === 'true'
  return {
    kind: grants ? 'set-approval-for-all' : 'revoke-approval-for-all',
    fields: [
      addressField('operator', operator, call),
      { label: 'approved', value: { kind: 'boolean', value: grants } },
      addressField('token', call.toAddress, call),
    ],
    warnings: grants ? ['operator-grant'] : [],
  }
}

/** `approve` and `transferFrom` have one selector in ERC-20 and ERC-721; only the known token says which is meant. */
function standardOf(token: KnownToken | undefined): 'erc20' | 'erc721' | undefined {
  if (token?.standard === 'erc20' || token?.standard === 'erc721') return token.standard
  return token !== undefined && token.standard === undefined && token.decimals > 0 ? 'erc20' : undefined
}

function ambiguity(standard: 'erc20' | 'erc721' | undefined): WarningCode[] {
  return standard === undefined ? ['ambiguous-token'] : []
}

function numberField(
  number: string,
  standard: 'erc20' | 'erc721' | undefined,
  token: KnownToken | undefined,
): Field {
  if (standard === 'erc20') return amountField('amount', number, token)
  if (standard === 'erc721') return tokenIdField(number)
  return { label: 'number', value: { kind: 'number', text: number } }
}

function holders(from: string, to: string, call: DescribedCall): Field[] {
  return [
    addressField('from', from, call),
    addressField('to', to, call),
    addressField('token', call.toAddress, call),
  ]
}

/** The items of a decoded `uint256[]`. */
function listOf(param: string): string[] {
  return param === '[]' ? [] : param.slice(2, -2).split('","')
}
