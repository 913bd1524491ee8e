import { BATCH_CALLS_MAX, BATCH_ITEMS_MAX, CALLDATA_BYTES_MAX } from '#protocol/limits.ts'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import { isAddress, UINT256_END } from '#protocol/signing/word.ts'
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

const bytes: Check<string> = (input): input is string =>
  text(/^0x([0-9a-fA-F]{2})*$/)(input) && input.length <= 2 + 2 * CALLDATA_BYTES_MAX

type SingleKind = SingleCall['kind']
type Members<Kind extends SingleKind> = Omit<Extract<SingleCall, { kind: Kind }>, 'kind'>
type Checks = { [Kind in SingleKind]: { [Name in keyof Members<Kind>]-?: Check<Members<Kind>[Name]> } }

/** `widgetCallSchema` as the widget's own small checks (read-call.test.ts compares them). */
const CHECKS: Checks = {
  'erc20-transfer': { token: address, to: receiver, amount: uint },
  'erc20-approve': { token: address, spender: address, amount: uint },
  'erc721-transfer': { token: address, to: receiver, tokenId: uint },
  'erc721-approve': { token: address, spender: address, tokenId: uint },
  'set-approval-for-all': { token: address, operator: address, approved: flag },
  'erc1155-transfer': { token: address, to: receiver, tokenId: uint, amount: uint },
  'erc1155-batch-transfer': { token: address, to: receiver, tokenIds: list, amounts: list },
  raw: { to: address, data: bytes, value: optional(uint) },
}

/**
 * The call of a page as it is now: a copy, so that nothing that the page changes later is signed.
 *
 * @throws WidgetError `CONFIGURATION`; `detail` names the member at fault
 */
export function readCall(given: unknown): WidgetCall {
  // Undefined for a bigint, a circle, or nothing at all.
  const copy = orUndefined((): unknown => JSON.parse(JSON.stringify(given)))
  const fault = faultOf(copy)
  if (fault === undefined && isCall(copy)) return copy
  throw new WidgetError('CONFIGURATION', { detail: `call: ${fault ?? 'is none'}` })
}

/** The call of the kind of `values` that its members among them make; undefined where there is none. */
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

/** The first member at fault and what is wrong with it; in a batch, which of its calls. */
function faultOf(call: unknown): string | undefined {
  if (!isBatch(call)) return saysBatch(call) ? 'calls is missing or wrong' : faultOfSingle(call)
  const extra = Object.keys(call).find((name) => name !== 'kind' && name !== 'calls')
  if (extra !== undefined) return `${extra} is not a member of batch`
  const faults = call.calls.map((inner, index) => {
    const fault = faultOfSingle(inner)
    return fault && `calls.${index}: ${fault}`
  })
  return faults.find((fault) => fault !== undefined)
}

function faultOfSingle(call: unknown): string | undefined {
  if (!hasKind(call)) return 'kind is none of those there are'
  const given = new Map<string, unknown>(Object.entries(call))
  given.delete('kind')
  for (const [name, check] of Object.entries<Check<unknown>>(CHECKS[call.kind])) {
    if (!check(given.get(name))) return `${name} is missing or wrong`
    given.delete(name)
  }
  const [unknown] = given.keys()
  if (unknown !== undefined) return `${unknown} is not a member of ${call.kind}`
  // Ids and amounts of items pair by position.
  const isOdd = hasItems(call) && call.tokenIds.length !== call.amounts.length
  return isOdd ? 'tokenIds and amounts must pair' : undefined
}

/** Has been checked by `faultOf`. */
function isCall(call: unknown): call is WidgetCall {
  return isBatch(call) || isSingle(call)
}

function isSingle(call: unknown): call is SingleCall {
  return hasKind(call)
}
