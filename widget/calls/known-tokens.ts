import { sameAddress } from '#shared/display/address.ts'
import {
  warning,
  type CallDescription,
  type DescribedCall,
  type KnownToken,
} from '#shared/display/call-description.ts'
import type { Descriptor } from '#shared/descriptors/read-descriptor.ts'
import type { TokenCallKind } from '#shared/org/widget-call.ts'
import type { CallFacts } from '#widget/flows/send-plan.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Coin } from '#widget/flows/send-screens.ts'
import type { Kit } from './kit.ts'
import { describeTold } from './describe-told.ts'
import { readHoldings, type TokenStandard } from './read-holdings.ts'

/** A token that is called, and what the page says that it is. */
type Called = { token: string; kind?: TokenCallKind | undefined }

/** The tokens of a batch's calls, where it is one or bytes; and what the page says of its contracts. */
type Around = { inner?: readonly Called[]; descriptors: readonly Descriptor[] }

/** What is known around a call of `token`; `standard` is that of the called token, as far as the wallet's holdings tell it. */
type Known = Omit<CallFacts, 'functionSignature'> & { standard: TokenStandard | undefined }

/**
 * What the server knows of the tokens: their names by the allowed list, their standard by what the wallet holds.
 * `approve` is one call in two standards, and a page that says the wrong one must not decide what a person reads:
 * `kind` only counts for a token that the list has and that is no coin. What bytes call is not asked for its name.
 *
 * @throws WidgetError `TOKEN_UNREADABLE` for a coin that cannot be read
 */
export async function loadKnown(
  kit: Kit,
  context: SendContext,
  wallet: string,
  called: Called,
  { inner, descriptors }: Around,
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
  const isListed = (token: string) => coins.some(({ address }) => sameAddress(address, token))
  const standardOf = ({ token, kind }: Called) =>
    held?.standardOf(token) ?? (held !== undefined && isListed(token) ? standardOfKind(kind) : undefined)
  const tokens: KnownToken[] = coins.map(({ address, name, symbol, decimals }) => {
    const said = [called, ...(inner ?? [])].find(({ token }) => sameAddress(token, address))
    const standard = standardOf(said ?? { token: address })
    return { address, name, symbol, decimals, ...(standard === undefined ? {} : { standard }) }
  })
  const standard = standardOf(called)
  const isStrangeItem = !isListed(called.token) && standard === 'erc721'
  return {
    coin:
      coins.find(({ address }) => sameAddress(address, called.token)) ??
      (inner !== undefined ? namelessOf(called.token) : await resolveToken(kit, context, called)),
    coins,
    standard,
    describe: isStrangeItem
      ? (call) => describeStrangeItem(descriptors, { ...call, tokens }, called.token)
      : (call) => describeTold(descriptors, { ...call, tokens }),
  }
}

/** Of a collection that the wallet holds and nobody vouches for, only the standard is known: its number is an item. */
function describeStrangeItem(
  descriptors: readonly Descriptor[],
  call: DescribedCall,
  address: string,
): CallDescription {
  const item: KnownToken = { address, name: '', symbol: '', decimals: 0, standard: 'erc721' }
  const description = describeTold(descriptors, { ...call, tokens: [...call.tokens, item] })
  if (description.kind === 'unknown') return description
  const strange = warning('unknown-token')
  const severity = description.severity === 'danger' ? 'danger' : strange.severity
  return { ...description, warnings: [...description.warnings, strange], severity }
}

function standardOfKind(kind: TokenCallKind | undefined): TokenStandard | undefined {
  if (kind === 'erc721-transfer' || kind === 'erc721-approve') return 'erc721'
  return kind === 'erc1155-transfer' || kind === 'erc1155-batch-transfer' ? 'erc1155' : undefined
}

/** A token that nobody vouches for, as it names itself; collections have nothing that the service could read. */
async function resolveToken(kit: Kit, context: SendContext, { token, kind }: Called): Promise<Coin> {
  const look = await kit.attempt(
    () => kit.resolveCoin(context, token, undefined),
    () => {},
    context.signal,
  )
  if (look.ok) return look.value
  const isCoin = kind?.startsWith('erc20') === true
  if (isCoin || (look.error.code !== 'TOKEN_UNREADABLE' && look.error.code !== 'NOT_FOUND')) throw look.error
  return namelessOf(token)
}

function namelessOf(address: string): Coin {
  return { address, name: '', symbol: '', decimals: 0, balance: null, listed: false }
}
