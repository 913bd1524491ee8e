import { BATCH_ITEMS_MAX } from '#shared/baas/limits.ts'
import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#shared/display/address.ts'
import type { WidgetCall, WidgetCallKind } from '#shared/org/widget-call.ts'
import { isAddress, UINT256_END } from '#shared/signing/word.ts'
import { flag, listOf, object, oneOf, text, type Check } from '#widget/checks.ts'
import type { Kit } from './kit.ts'

const uint: Check<string> = (input): input is string =>
  text(/^(0|[1-9][0-9]{0,77})$/)(input) && BigInt(input) < UINT256_END
/** Capitals that are no checksum are a slip of whoever copied the address. Source: EIP-55. */
const address: Check<string> = (input): input is string =>
  text()(input) && isAddress(input) && (!isMixed(input) || checksumAddress(input) === input)
const receiver: Check<string> = (input): input is string =>
  address(input) && !sameAddress(input, ZERO_ADDRESS)
const list: Check<string[]> = (input): input is string[] =>
  listOf(uint)(input) && input.length > 0 && input.length <= BATCH_ITEMS_MAX

type Members<Kind extends WidgetCallKind> = Omit<Extract<WidgetCall, { kind: Kind }>, 'kind'>
type Checks = { [Kind in WidgetCallKind]: { [Name in keyof Members<Kind>]: Check<Members<Kind>[Name]> } }

/** What `widgetCallSchema` says, in the widget's own small checks (read-call.test.ts compares them). */
const CHECKS: Checks = {
  'erc20-transfer': { token: address, to: receiver, amount: uint },
  'erc20-approve': { token: address, spender: address, amount: uint },
  'erc721-transfer': { token: address, to: receiver, tokenId: uint },
  'erc721-approve': { token: address, spender: address, tokenId: uint },
  'set-approval-for-all': { token: address, operator: address, approved: flag },
  'erc1155-transfer': { token: address, to: receiver, tokenId: uint, amount: uint },
  'erc1155-batch-transfer': { token: address, to: receiver, tokenIds: list, amounts: list },
}

/**
 * The call of a page as it is now: a copy, so that nothing that the page changes later is signed.
 *
 * @throws WidgetError `CONFIGURATION`; `detail` names the member at fault
 */
export function readCall({ WidgetError }: Kit, given: unknown): WidgetCall {
  const copy = copyOf(given)
  const fault = faultOf(copy)
  if (fault === undefined && isCall(copy)) return copy
  throw new WidgetError('CONFIGURATION', { detail: `call: ${fault ?? 'is none'}` })
}

function copyOf(given: unknown): unknown {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(given))
    return copy
  } catch {
    // A bigint, a circle, or nothing at all.
    return undefined
  }
}

const hasKind = object<{ kind: WidgetCallKind }>({
  kind: oneOf<WidgetCallKind>([
    'erc20-transfer',
    'erc20-approve',
    'erc721-transfer',
    'erc721-approve',
    'set-approval-for-all',
    'erc1155-transfer',
    'erc1155-batch-transfer',
  ]),
})

/** The first member at fault and what is wrong with it. */
function faultOf(call: unknown): string | undefined {
  if (!hasKind(call)) return 'kind is none of those there are'
  const given = new Map<string, unknown>(Object.entries(call))
  given.delete('kind')
  for (const [name, check] of Object.entries<Check<unknown>>(CHECKS[call.kind])) {
    if (!check(given.get(name))) return `${name} is missing or wrong`
    given.delete(name)
  }
  const [unknown] = given.keys()
  return unknown === undefined ? undefined : `${unknown} is not a member of ${call.kind}`
}

/** Checked by `faultOf`; ids and amounts of a batch must also pair. */
function isCall(call: unknown): call is WidgetCall {
  const batch = object<{ tokenIds: string[]; amounts: string[] }>({ tokenIds: list, amounts: list })
  return !batch(call) || call.tokenIds.length === call.amounts.length
}

function isMixed(text: string): boolean {
  const digits = text.slice(2)
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
}
