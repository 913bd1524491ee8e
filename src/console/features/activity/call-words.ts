import type { CallDescription, CallKind, FieldLabel, FieldValue } from '#shared/display/call-description.ts'
import { groupDigits } from '#shared/money.ts'

const TITLES: Record<CallKind, string> = {
  'native-transfer': 'Send',
  'erc20-transfer': 'Send',
  'erc20-transfer-from': 'Move coins',
  'erc20-approve': 'Allow spending',
  'erc20-increase-allowance': 'Allow more spending',
  'erc721-transfer': 'Send collectible',
  'erc721-approve': 'Allow moving a collectible',
  'erc1155-transfer': 'Send items',
  'erc1155-batch-transfer': 'Send several items',
  'set-approval-for-all': 'Allow moving all items',
  'revoke-approval-for-all': 'Withdraw a permission',
  'token-transfer-from': 'Move a token',
  'token-approve': 'Give a permission',
  'wallet-set-backup': 'Set the backup address',
  'wallet-cancel-recovery': 'Cancel a recovery',
  'wallet-batch': 'Several calls',
  unknown: 'Call of a contract',
}

export const FIELD_NAMES: Record<FieldLabel, string> = {
  amount: 'Amount',
  approved: 'Approved',
  backup: 'Backup address',
  calls: 'Calls',
  contract: 'Contract',
  data: 'Data',
  from: 'From',
  items: 'Items',
  number: 'Amount or item',
  operator: 'Operator',
  selector: 'Function selector',
  spender: 'Spender',
  to: 'To',
  token: 'Token',
  tokenId: 'Item',
  value: 'Value',
}

/** `Send 12.5 DEMO`: what a call does and, where it moves one amount, how much. */
export function titleOf(description: CallDescription | null): string {
  if (description === null) return TITLES.unknown
  const amount = description.fields.find(({ label }) => label === 'amount' || label === 'tokenId')?.value
  const title = TITLES[description.kind]
  const quantity = amount === undefined ? '' : quantityOf(amount)
  return quantity === '' ? title : `${title} ${quantity}`
}

function quantityOf(value: FieldValue): string {
  switch (value.kind) {
    case 'amount':
      return value.unlimited
        ? `without limit (${value.symbol})`
        : `${groupDigits(value.text)} ${value.symbol}`
    case 'number':
      return `#${value.text}`
    case 'units':
    case 'address':
    case 'boolean':
    case 'hex':
    case 'items':
    case 'calls':
      return ''
  }
}

const COUNTERPARTIES: readonly [label: FieldLabel, word: string][] = [
  ['to', 'to'],
  ['spender', 'for'],
  ['operator', 'for'],
  ['backup', 'to'],
  ['contract', 'at'],
]

/** The account a call is about: whom it sends to, or whom it gives a permission; `word` goes before it. */
export function counterpartyOf(
  description: CallDescription | null,
): { word: string; address: string } | null {
  for (const [label, word] of COUNTERPARTIES) {
    const value = description?.fields.find((field) => field.label === label)?.value
    if (value?.kind === 'address') return { word, address: value.address }
  }
  return null
}
