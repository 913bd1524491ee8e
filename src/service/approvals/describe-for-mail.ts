import type {
  CallDescription,
  Field,
  FieldLabel,
  FieldValue,
  WarningCode,
} from '#shared/display/call-description.ts'

/** English titles of the calls, as the mails name them. */
const TITLES: Record<CallDescription['kind'], string> = {
  'native-transfer': 'Send coins',
  'erc20-transfer': 'Send coins',
  'erc20-transfer-from': 'Move coins of another account',
  'erc20-approve': 'Allow somebody to spend coins',
  'erc20-increase-allowance': 'Allow somebody to spend more coins',
  'erc721-transfer': 'Send a collectible',
  'erc721-approve': 'Allow somebody to move a collectible',
  'erc1155-transfer': 'Send items',
  'erc1155-batch-transfer': 'Send several items',
  'set-approval-for-all': 'Give somebody control over a whole collection',
  'revoke-approval-for-all': 'Take back control over a collection',
  'token-transfer-from': 'Move a token',
  'token-approve': 'Allow somebody to use a token',
  'wallet-set-backup': 'Set the backup address of the wallet',
  'wallet-cancel-recovery': 'Cancel the recovery of the wallet',
  'wallet-batch': 'Several calls at once',
  unknown: 'A call that we cannot explain',
}

const LABELS: Record<FieldLabel, string> = {
  amount: 'Amount',
  approved: 'Allowed',
  backup: 'Backup address',
  calls: 'Calls',
  contract: 'Contract',
  data: 'Data',
  from: 'From',
  items: 'Items',
  number: 'Number',
  operator: 'Operator',
  selector: 'Selector',
  spender: 'Spender',
  to: 'To',
  token: 'Token',
  tokenId: 'Item',
  value: 'Coins sent along',
}

/** Only what nobody should overlook in a mail; the approval app says the rest. */
const WARNINGS: Partial<Record<WarningCode, string>> = {
  'operator-grant': 'Whoever gets this control can move everything of the collection.',
  'sets-backup': 'Whoever owns the backup address can take the wallet over.',
  'to-token-contract': 'The receiver is a token contract: what is sent there is usually lost.',
  'to-zero-address': 'The receiver is nobody: what is sent there is lost.',
  'unknown-call': 'Nothing is known about this call. Decline it unless you know exactly what it is.',
  'unlimited-allowance': 'The allowance has no limit.',
}

const HEX_SHOWN = 40

/** A decoded call in a few lines of plain text: what, the fields, and what should make one pause. */
export function describeForMail(call: CallDescription): string[] {
  return [
    TITLES[call.kind],
    ...call.fields.flatMap(fieldLines),
    ...call.warnings.flatMap(({ code }) => (WARNINGS[code] === undefined ? [] : [`! ${WARNINGS[code]}`])),
  ]
}

function fieldLines({ label, value }: Field): string[] {
  if (value.kind === 'calls') {
    return value.calls.flatMap((call, index) => [
      `${index + 1}.`,
      ...describeForMail(call).map((line) => `   ${line}`),
    ])
  }
  return [`${LABELS[label]}: ${valueText(value)}`]
}

function valueText(value: Exclude<FieldValue, { kind: 'calls' }>): string {
  switch (value.kind) {
    case 'amount':
      return value.unlimited ? `without limit (${value.symbol})` : `${value.text} ${value.symbol}`
    case 'units':
      return value.unlimited ? 'without limit' : `${value.units} (smallest units of an unknown token)`
    case 'number':
      return value.text
    case 'address':
      return `${value.address}${addressNote(value)}`
    case 'boolean':
      return value.value ? 'yes' : 'no'
    case 'hex':
      return value.hex.length > HEX_SHOWN
        ? `${value.hex.slice(0, HEX_SHOWN)}… (${value.bytes} bytes)`
        : value.hex
    case 'items':
      return value.items.map(({ tokenId, units }) => `${units} of item ${tokenId}`).join(', ')
  }
}

function addressNote({ is, symbol, name }: Extract<FieldValue, { kind: 'address' }>): string {
  if (is === undefined) return ''
  const notes = { wallet: 'this wallet', zero: 'nobody', token: symbol ?? name ?? 'token' }
  return ` (${notes[is]})`
}
