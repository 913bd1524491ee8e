import { sameAddress } from '#shared/display/address.ts'
import { warning, type CallDescription, type KnownToken } from '#shared/display/call-description.ts'
import { describeOutwardCall } from '#shared/display/describe-outward-call.ts'
import type { WidgetCallKind } from '#shared/org/widget-call.ts'
import { either, listOf, object, oneOf, text } from '#widget/checks.ts'
import type { CallFacts, CallReader } from '#widget/flows/send-plan.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Coin } from '#widget/flows/send-screens.ts'
import { SIGNATURES } from './call-of.ts'
import type { Kit } from './kit.ts'

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155'

const holding = object<{ tokenAddress: string }>({ tokenAddress: text() })
const holdings = either(oneOf([undefined]), listOf(holding))
const grant = object<{ tokenAddress: string; tokenId?: string | undefined }>({
  tokenAddress: text(),
  tokenId: either(oneOf([undefined]), text()),
})
/** What the balances tell beyond coins, where there is an index (profile 8). */
const haveItems = object<{
  collectibles?: { tokenAddress: string }[] | undefined
  multiTokens?: { tokenAddress: string }[] | undefined
  allowances?: { tokenAddress: string; tokenId?: string | undefined }[] | undefined
}>({
  collectibles: holdings,
  multiTokens: holdings,
  allowances: either(oneOf([undefined]), listOf(grant)),
})

/** What is known around a call of `token`; `standard` is that of the called token, as far as the wallet's holdings tell it. */
type Known = Omit<CallFacts, 'functionSignature'> & { standard: TokenStandard | undefined }

/**
 * What the server knows of the tokens: their names by the allowed list, their standard by what the wallet holds.
 * `approve` is one call in two standards, and a page that says the wrong one must not decide what a person reads:
 * `kind` only counts for a token that the list has and that is no coin.
 *
 * @throws WidgetError `TOKEN_UNREADABLE` for a coin that cannot be read
 */
export async function loadKnown(
  kit: Kit,
  context: SendContext,
  wallet: string,
  called: { token: string; kind?: WidgetCallKind },
): Promise<Known> {
  const { api } = context.deps
  const [allowed, held] = await Promise.all([
    api.allowedTokens(context.signal),
    readHoldings(kit, context, wallet),
  ])
  const coins: Coin[] = allowed.map(({ address, name, symbol, decimals }) => {
    const amount = held?.coins.find(({ tokenAddress }) => sameAddress(tokenAddress, address))?.amount
    const balance = amount === undefined ? null : BigInt(amount)
    return { address, name, symbol, decimals, listed: true, balance }
  })
  const listed = coins.find(({ address }) => sameAddress(address, called.token))
  const standard =
    held?.standardOf(called.token) ??
    (held !== undefined && listed !== undefined ? standardOfKind(called.kind) : undefined)
  const tokens: KnownToken[] = coins.map(({ address, name, symbol, decimals }) => {
    const known = sameAddress(address, called.token) ? standard : held?.standardOf(address)
    return { address, name, symbol, decimals, ...(known === undefined ? {} : { standard: known }) }
  })
  const isStrangeItem = listed === undefined && standard === 'erc721'
  return {
    coin: listed ?? (await resolveToken(kit, context, called)),
    coins,
    standard,
    describe: isStrangeItem
      ? (call) => describeStrangeItem(call, called.token, tokens)
      : (call) => describeOutwardCall({ ...call, tokens }),
  }
}

/** Of a collection that the wallet holds and nobody vouches for, only the standard is known: its number is an item. */
function describeStrangeItem(
  call: Parameters<CallFacts['describe']>[0],
  address: string,
  tokens: readonly KnownToken[],
): CallDescription {
  const item: KnownToken = { address, name: '', symbol: '', decimals: 0, standard: 'erc721' }
  const description = describeOutwardCall({ ...call, tokens: [...tokens, item] })
  const strange = warning('unknown-token')
  const severity = description.severity === 'danger' ? 'danger' : strange.severity
  return { ...description, warnings: [...description.warnings, strange], severity }
}

/** Reads a call that was handed in before. */
export function readFoundCall(kit: Kit): CallReader {
  return async (context, wallet, { toAddress, data }) => {
    const known = await loadKnown(kit, context, wallet.address, { token: toAddress })
    return { ...known, functionSignature: SIGNATURES[data.slice(0, 10).toLowerCase()] ?? '' }
  }
}

type Holdings = {
  coins: { tokenAddress: string; amount: string }[]
  standardOf: (token: string) => TokenStandard | undefined
}

/** Holdings are an extension: where the server has none, nothing is said about them. */
async function readHoldings(
  { attempt }: Kit,
  { deps, signal }: SendContext,
  wallet: string,
): Promise<Holdings | undefined> {
  const look = await attempt(
    () => deps.api.balances(wallet, signal),
    () => {},
    signal,
  )
  if (!look.ok) {
    if (look.error.code === 'NOT_FOUND') return undefined
    throw look.error
  }
  const { coins } = look.value
  const answer: unknown = look.value
  const { collectibles = [], multiTokens = [], allowances = [] } = haveItems(answer) ? answer : {}
  const isIn = (list: readonly { tokenAddress: string }[], token: string) =>
    list.some(({ tokenAddress }) => sameAddress(tokenAddress, token))
  const items = [...collectibles, ...allowances.filter(({ tokenId }) => tokenId !== undefined)]
  return {
    coins,
    standardOf(token) {
      if (isIn(coins, token)) return 'erc20'
      if (isIn(items, token)) return 'erc721'
      return isIn(multiTokens, token) ? 'erc1155' : undefined
    },
  }
}

function standardOfKind(kind: WidgetCallKind | undefined): TokenStandard | undefined {
  if (kind === 'erc721-transfer' || kind === 'erc721-approve') return 'erc721'
  return kind === 'erc1155-transfer' || kind === 'erc1155-batch-transfer' ? 'erc1155' : undefined
}

/** A token that nobody vouches for, as it names itself; collections have nothing that the service could read. */
async function resolveToken(
  kit: Kit,
  context: SendContext,
  { token, kind = 'erc721-approve' }: { token: string; kind?: WidgetCallKind },
): Promise<Coin> {
  const look = await kit.attempt(
    () => kit.resolveCoin(context, token, undefined),
    () => {},
    context.signal,
  )
  if (look.ok) return look.value
  const isItem = !kind.startsWith('erc20')
  if (!isItem || (look.error.code !== 'TOKEN_UNREADABLE' && look.error.code !== 'NOT_FOUND')) throw look.error
  return { address: token, name: '', symbol: '', decimals: 0, balance: null, listed: false }
}
