import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'
import { BATCH_CALLS_MAX, BATCH_ITEMS_MAX, CALLDATA_BYTES_MAX } from '#protocol/limits.ts'
import { isAddress, UINT256_END } from '#protocol/signing/word.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import { ADDRESS_WORDS } from '#widget/attributes/address-words.ts'
import { shorten } from '#widget/attributes/shorten.ts'
import { flag, listOf, object, oneOf, optional, orUndefined, text, type Check } from '#widget/checks.ts'
import { WidgetError } from '#widget/errors.ts'

const uint: Check<string> = (input): input is string =>
  text(/^(0|[1-9][0-9]{0,77})$/)(input) && BigInt(input) < UINT256_END
const address: Check<string> = (input): input is string =>
  text()(input) && isAddress(input) && !hasWrongChecksum(input)
const receiver: Check<string> = (input): input is string =>
  address(input) && !sameAddress(input, ZERO_ADDRESS)
const list: Check<string[]> = (input): input is string[] =>
  listOf(uint)(input) && input.length > 0 && input.length <= BATCH_ITEMS_MAX

const wei = optional(uint)
const bytes: Check<string> = (input): input is string =>
  text(/^0x([0-9a-fA-F]{2})*$/)(input) && input.length <= 2 + 2 * CALLDATA_BYTES_MAX

/** Words after "must be" for each check of a member. */
const EXPECTED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [address, ADDRESS_WORDS],
  [receiver, `${ADDRESS_WORDS}, not all zero`],
  [uint, 'a text of decimal digits without leading zeros, below 2^256'],
  [list, `a list of 1 to ${BATCH_ITEMS_MAX} texts of decimal digits without leading zeros`],
  [bytes, `0x and whole bytes as hex digits, at most ${CALLDATA_BYTES_MAX}`],
  [wei, 'a text of decimal digits without leading zeros, below 2^256'],
  [flag, 'true or false'],
])

type SingleKind = SingleCall['kind']
type Members<Kind extends SingleKind> = Omit<Extract<SingleCall, { kind: Kind }>, 'kind'>
type Checks = { [Kind in SingleKind]: { [Name in keyof Members<Kind>]-?: Check<Members<Kind>[Name]> } }

/** The widget's own small checks, equivalent to `widgetCallSchema` (read-call.test.ts compares them). */
const CHECKS: Checks = {
  'erc20-transfer': { token: address, to: receiver, amount: uint },
  'erc20-approve': { token: address, spender: address, amount: uint },
  'erc721-transfer': { token: address, to: receiver, tokenId: uint },
  'erc721-approve': { token: address, spender: address, tokenId: uint },
  'set-approval-for-all': { token: address, operator: address, approved: flag },
  'erc1155-transfer': { token: address, to: receiver, tokenId: uint, amount: uint },
  'erc1155-batch-transfer': { token: address, to: receiver, tokenIds: list, amounts: list },
  raw: { to: address, data: bytes, value: wei },
}

const SINGLE_KINDS: readonly string[] = Object.keys(CHECKS)

/**
 * A copy of the page's call, so that later changes by the page are not signed.
 *
 * @throws WidgetError `CONFIGURATION`, with the invalid member in `detail`
 */
export function readCall(given: unknown): WidgetCall {
  // Undefined for a circular value or a missing one. A bigint is not a valid value and is reported as one.
  const copy = orUndefined((): unknown =>
    JSON.parse(
      JSON.stringify(given, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
    ),
  )
  const fault = findFault(copy)
  if (fault === undefined && isCall(copy)) return copy
  throw new WidgetError('CONFIGURATION', { detail: `call: ${fault ?? 'must be an object'}` })
}

/** Builds the call of `values.kind` from its members in `values`. Undefined if they are not a valid call. */
export function callFrom(values: Record<string, unknown>): SingleCall | undefined {
  const given = new Map(Object.entries(values))
  if (!hasKind(values)) return undefined
  const names = ['kind', ...Object.keys(CHECKS[values.kind])]
  const call: unknown = Object.fromEntries(names.map((name) => [name, given.get(name)]))
  return faultOfSingle(call) === undefined && isSingle(call) ? call : undefined
}

const hasKind = object<{ kind: SingleKind }>({
  kind: (input): input is SingleKind => typeof input === 'string' && Object.hasOwn(CHECKS, input),
})
const hasItems = object({ tokenIds: list, amounts: list })
const batch = oneOf<'batch'>(['batch'])
const saysBatch = object({ kind: batch })
const isBatch = object({
  kind: batch,
  calls: (input): input is unknown[] =>
    Array.isArray(input) && input.length > 0 && input.length <= BATCH_CALLS_MAX,
})

/** The first invalid member and its fault. In a batch, also the number of the call. */
function findFault(call: unknown): string | undefined {
  if (!isBatch(call))
    return saysBatch(call)
      ? faultOfCalls(Reflect.get(call, 'calls'))
      : faultOfSingle(call, [...SINGLE_KINDS, 'batch'])
  const extra = Object.keys(call).find((name) => name !== 'kind' && name !== 'calls')
  if (extra !== undefined) return `${extra} is not a member of batch`
  const faults = call.calls.map((inner, index) => {
    const fault = faultOfSingle(inner)
    return fault && `calls.${index}: ${fault}`
  })
  return faults.find((fault) => fault !== undefined)
}

function faultOfCalls(calls: unknown): string {
  const found = Array.isArray(calls) ? `, and has ${calls.length}` : describeFound(calls)
  return `calls must be a list of 1 to ${BATCH_CALLS_MAX} calls${found}`
}

/** Describes the wrong value of a member, after the words for the expected one. */
function describeFound(value: unknown): string {
  return value === undefined ? ', and is missing' : `, not ${shorten(JSON.stringify(value))}`
}

function faultOfSingle(call: unknown, kinds: readonly string[] = SINGLE_KINDS): string | undefined {
  if (!hasKind(call)) {
    if (typeof call !== 'object' || call === null) return `must be an object${describeFound(call)}`
    return `kind must be one of ${kinds.join(', ')}${describeFound(Reflect.get(call, 'kind'))}`
  }
  const given = new Map<string, unknown>(Object.entries(call))
  given.delete('kind')
  for (const [name, check] of Object.entries<Check<unknown>>(CHECKS[call.kind])) {
    const value = given.get(name)
    if (!check(value)) return `${name} must be ${EXPECTED.get(check) ?? ''}${describeFound(value)}`
    given.delete(name)
  }
  const [unknown] = given.keys()
  if (unknown !== undefined) return `${unknown} is not a member of ${call.kind}`
  // Token IDs and amounts pair by position.
  const isOdd = hasItems(call) && call.tokenIds.length !== call.amounts.length
  return isOdd ? 'tokenIds and amounts must pair' : undefined
}

/** Narrows a call that `findFault` has checked. */
function isCall(call: unknown): call is WidgetCall {
  return isBatch(call) || isSingle(call)
}

function isSingle(call: unknown): call is SingleCall {
  return hasKind(call)
}
