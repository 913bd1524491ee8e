import type { Hex } from 'viem'
import { readDescriptor, type Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { isOfCoins, type TokenOperationKind } from '#protocol/operations.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { decodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { listOf, object, orUndefined } from '#widget/checks.ts'
import { attempt } from '#widget/flows/attempt.ts'
import type { CallFacts } from '#widget/flows/choice.ts'
import type { CallsServer, HasConfig } from '#widget/flows/context-parts.ts'
import { toCoin, resolveCoin, namelessCoin } from '#widget/flows/load-wallet.ts'
import type { Coin } from '#widget/flows/send-screens.ts'
import { describeFormatted } from './describe-formatted.ts'
import { readHoldings } from './read-holdings.ts'

/**
 * A called token and its kind according to the page. The kind decides how the token's name is looked up, but not how
 * the call is decoded. `data` has the bytes, which may be a batch.
 */
type Called = { token: string; kind?: TokenOperationKind | undefined; data?: Hex }

/** `isBytes`: whether the call is bytes or a batch. `descriptors`: the page's descriptors of its contracts. */
type Around = { isBytes: boolean; descriptors: readonly Descriptor[] }

/**
 * Facts about a call to `token`. `standard` is the standard of the called token, if the wallet's holdings include the
 * token.
 */
type Known = Omit<CallFacts, 'functionSignature'> & { standard: TokenStandard | undefined }

/**
 * Loads the server's facts about tokens: names and decimals from the allowed list, the standard from the
 * wallet's holdings. Unlisted held tokens get only a standard. `approve` is the same call in two standards,
 * so a token of unknown standard is read as both. Names are not requested from called contracts.
 *
 * @throws WidgetError `TOKEN_UNREADABLE` if a token cannot be read
 */
export async function loadKnown(
  context: CallsServer & HasConfig,
  wallet: string,
  called: Called,
  { isBytes, descriptors }: Around,
): Promise<Known> {
  const batch = decodeExecuteBatch(bytesFromHex(called.data ?? '0x')) ?? []
  const addresses = [called.token, ...batch.map(({ to }) => to)]
  const [allowed, held, trusted] = await Promise.all([
    context.deps.api.allowedTokens(context.signal),
    readHoldings(context, wallet, addresses),
    isBytes ? trustedDescriptors(context, addresses) : [],
  ])
  const coins = allowed.map((token) => {
    const holding = held?.coins.find(({ tokenAddress }) => sameAddress(tokenAddress, token.address))
    return toCoin(token, true, holding?.amount)
  })
  return {
    coin:
      coins.find(({ address }) => sameAddress(address, called.token)) ??
      (isBytes
        ? namelessCoin(called.token)
        : await resolveToken(context, called, held?.findStandard(called.token))),
    coins,
    standard: held?.findStandard(called.token),
    describe: (call) =>
      describeFormatted([...trusted, ...descriptors], { ...call, tokens: coins, held: held?.tokens ?? [] }),
  }
}

/** Loads the trusted registry descriptors of these contracts. Leaves out unreadable ones. */
async function trustedDescriptors(
  { deps: { api }, config, signal }: CallsServer & HasConfig,
  addresses: string[],
) {
  const path = `/descriptors?chainId=${config.chainId}&addresses=${addresses.join()}`
  const found = await api.get(path, listOf(object({})), signal).catch(() => [])
  return found.flatMap((one) => orUndefined(() => ({ ...readDescriptor(one), isTrusted: true })) ?? [])
}

/**
 * Resolves an unlisted token by its own name and decimals. If the service cannot read it, returns a token without a
 * name: a collection, or an ERC-20 without decimals that the wallet holds or has approved.
 */
async function resolveToken(
  context: CallsServer,
  { token, kind }: Called,
  standard: TokenStandard | undefined,
): Promise<Coin> {
  const look = await attempt(() => resolveCoin(context, token, undefined), context.signal)
  if (look.ok) return look.value
  const isUnknown = kind !== undefined && isOfCoins(kind) && standard !== 'erc20'
  if (isUnknown || (look.error.code !== 'TOKEN_UNREADABLE' && look.error.code !== 'NOT_FOUND'))
    throw look.error
  return namelessCoin(token)
}
