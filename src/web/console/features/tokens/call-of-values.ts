import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { isUnlimited } from '#protocol/effects/grant.ts'
import { uintSchema } from '#protocol/fields.ts'
import { BATCH_ITEMS_MAX } from '#protocol/limits.ts'
import { tokenOperation } from '#protocol/operations.ts'
import type { InspectedToken } from '#protocol/tokens.ts'
import type { TokenCall } from '#protocol/widget-call.ts'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { t, readTyped } from '#web/ui/text.ts'
import { isPermission, readTokenAddress, type SendValues, OTHER_TOKEN } from './send-values.ts'
import { standardName } from './token-requests.ts'

export const UNLIMITED_UNITS = (2n ** 256n - 1n).toString()

/** Error of a field, by the form's name of the field. */
export type SendProblem = { field: string; message: string }
type CheckedCall = { ok: true; call: TokenCall } | { ok: false; problems: SendProblem[] }

/**
 * Context of the form: the token as reported by its contract, and the balance and the transaction's fee in
 * its base units.
 */
type Known = { token: InspectedToken | undefined; balance: bigint | undefined; fee?: bigint }

/** Checks every field and returns the form's call. Amounts are converted to exact base units here. */
export function callOfValues(values: SendValues, known: Known): CheckedCall {
  const problems: SendProblem[] = []
  const take = <Value>(field: string, read: () => Value, instead: Value): Value => {
    try {
      return read()
    } catch (problem) {
      if (!(problem instanceof FieldProblem)) throw problem
      problems.push({ field: problem.field ?? field, message: problem.message })
      return instead
    }
  }
  const fieldOfToken = values.tokenChoice === OTHER_TOKEN ? 'otherToken' : 'tokenChoice'
  const token = take(fieldOfToken, () => readToken(values, known.token), ZERO_ADDRESS)
  const call = readCall(values, token, known, take)
  return problems.length === 0 ? { ok: true, call } : { ok: false, problems }
}

class FieldProblem extends Error {
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

type Take = <Value>(field: string, read: () => Value, instead: Value) => Value

function readCall(values: SendValues, token: string, known: Known, take: Take): TokenCall {
  const { kind } = values
  const party = () => take('party', () => readParty(values, token), ZERO_ADDRESS)
  const tokenId = () => take('tokenId', () => readUint(values.tokenId), '0')
  switch (kind) {
    case 'erc20-transfer':
      return { kind, token, to: party(), amount: take('amount', () => readTransferred(values, known), '0') }
    case 'erc20-approve':
      return {
        kind,
        token,
        spender: party(),
        amount: take('amount', () => readAllowance(values, known), '0'),
      }
    case 'erc721-transfer':
      return { kind, token, to: party(), tokenId: tokenId() }
    case 'erc721-approve':
      return { kind, token, spender: values.grant === 'take' ? ZERO_ADDRESS : party(), tokenId: tokenId() }
    case 'set-approval-for-all': {
      const approved = values.grant === 'give'
      if (approved) take('isUnderstood', () => requireConsent(values), undefined)
      return { kind, token, operator: party(), approved }
    }
    case 'erc1155-transfer':
      return {
        kind,
        token,
        to: party(),
        tokenId: tokenId(),
        amount: take('amount', () => readCount(values.amount), '0'),
      }
    case 'erc1155-batch-transfer':
      return { kind, token, to: party(), ...readRows(values, take) }
  }
}

function readToken(values: SendValues, facts: InspectedToken | undefined): string {
  const address = readAddress(readTokenAddress(values))
  if (facts === undefined) throw new FieldProblem(t('has not been looked up yet; try again'))
  if (!facts.isContract) throw new FieldProblem(t('There is no contract at this address'))
  const { standard, isEarlyCollection } = facts
  if (isEarlyCollection === true)
    throw new FieldProblem(t('is a collection older than ERC-721, which cannot be sent from here'))
  const wanted = tokenOperation(values.kind).standards
  if (standard !== null && !wanted.includes(standard)) {
    throw new FieldProblem(
      t('is an {standard} token, which this form does not support', { standard: standardName(standard) }),
    )
  }
  if (wanted.includes('erc20') && standard === null)
    throw new FieldProblem(t('does not respond like an ERC-20 token, so its amounts cannot be displayed'))
  return address
}

function readParty(values: SendValues, token: string): string {
  const address = readAddress(values.party)
  if (sameAddress(address, ZERO_ADDRESS)) throw new FieldProblem(t('is the zero address, which has no owner'))
  if (!isPermission(values.kind) && sameAddress(address, token))
    throw new FieldProblem(t('is the token’s own contract: tokens sent there are lost'))
  return address
}

function readAddress(text: string): string {
  if (text.trim() === '') throw new FieldProblem(t('Enter an address'))
  const { data, error } = addressInputSchema.safeParse(text)
  // Uses the English words of the schema, which the field translates.
  if (data === undefined) throw new FieldProblem(error.issues[0]?.message ?? '')
  return checksum(data)
}

function readUint(text: string): string {
  if (text.trim() === '') throw new FieldProblem(t('Enter a number'))
  const number = uintSchema.safeParse(text.trim())
  if (number.success) return number.data
  throw new FieldProblem(t('must be a whole number in decimal digits, below 2^256'))
}

function readCount(text: string): string {
  const count = readUint(text)
  if (count === '0') throw new FieldProblem(t('must be more than zero'))
  return count
}

/** Reads an amount in base units. A token that reports no decimals takes a whole number of base units. */
function readAmount(text: string, { token }: Known): bigint {
  if (text.trim() === '') throw new FieldProblem(t('Enter an amount'))
  // The token's own field shows this error.
  if (token === undefined) return 0n
  const { units, problem } = readTyped(text, token.decimals ?? 0)
  if (units === null) throw new FieldProblem(problem)
  return units
}

function readTransferred(values: SendValues, known: Known): string {
  const units = readAmount(values.amount, known)
  if (units === 0n && known.token !== undefined) throw new FieldProblem(t('must be more than zero'))
  if (known.balance !== undefined && units > known.balance)
    throw new FieldProblem(t('exceeds the wallet’s balance'))
  if (known.balance !== undefined && units + (known.fee ?? 0n) > known.balance)
    throw new FieldProblem(t('leaves too little for the fee'))
  return units.toString()
}

function readAllowance(values: SendValues, known: Known): string {
  const units = values.isUnlimited ? UNLIMITED_UNITS : readAmount(values.amount, known).toString()
  if (isUnlimited(units)) requireConsent(values)
  return units
}

function requireConsent({ isUnderstood }: SendValues): void {
  if (!isUnderstood) throw new FieldProblem(t('Tick this to continue'), 'isUnderstood')
}

/** Reads the rows of a batch. Ignores empty rows. */
function readRows({ rows }: SendValues, take: Take): { tokenIds: string[]; amounts: string[] } {
  const filled = rows.flatMap((row, index) =>
    row.tokenId.trim() === '' && row.amount.trim() === '' ? [] : [{ ...row, index }],
  )
  take('rows', () => requireRows(filled.length), undefined)
  return {
    tokenIds: filled.map(({ tokenId, index }) => take(`rows.${index}.tokenId`, () => readUint(tokenId), '0')),
    amounts: filled.map(({ amount, index }) => take(`rows.${index}.amount`, () => readCount(amount), '0')),
  }
}

function requireRows(count: number): void {
  if (count === 0) throw new FieldProblem(t('Enter at least one row'))
  if (count > BATCH_ITEMS_MAX)
    throw new FieldProblem(t('At most {max} rows at once', { max: BATCH_ITEMS_MAX }))
}
