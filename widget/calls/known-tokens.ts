import type { Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import type { Descriptor } from '#protocol/descriptors/read-descriptor.ts'
import type { CallFacts } from '#widget/flows/choice.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Coin } from '#widget/flows/send-screens.ts'
import type { Kit } from './kit.ts'
import { describeTold } from './describe-told.ts'
import type { TokenOperationKind } from '#protocol/operations.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { decodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { readHoldings } from './read-holdings.ts'

/**
 * A token that is called, and what the page says that it is: it decides how a name is asked for, never what is read.
 * `data`: the bytes, which may be several calls.
 */
type Called = { token: string; kind?: TokenOperationKind | undefined; data?: Hex }

/** Whether the call is bytes or several calls; and what the page says of its contracts. */
type Around = { isBytes: boolean; descriptors: readonly Descriptor[] }

/** What is known around a call of `token`; `standard` is that of the called token, as far as the wallet's holdings tell it. */
type Known = Omit<CallFacts, 'functionSignature'> & { standard: TokenStandard | undefined }

/**
 * What the server knows of the tokens: their names and decimals by the allowed list, their standard by what the wallet
 * holds; of what is held and not listed, the standard alone. `approve` is one call in two standards, and what is not
 * known is read as both. What bytes call is not asked for its name.
 *
 * @throws WidgetError `TOKEN_UNREADABLE` for a coin that cannot be read
 */
export async function loadKnown(
  kit: Kit,
  context: SendContext,
  wallet: string,
  called: Called,
  { isBytes, descriptors }: Around,
): Promise<Known> {
  const [allowed, held] = await Promise.all([
    context.deps.api.allowedTokens(context.signal),
    readHoldings(kit, context, wallet, [called.token, ...targetsIn(called.data)]),
  ])
  const coins: Coin[] = allowed.map(({ address, name, symbol, decimals }) => {
    const amount = held?.coins.find(({ tokenAddress }) => sameAddress(tokenAddress, address))?.amount
    const balance = amount === undefined ? null : BigInt(amount)
    return { address, name, symbol, decimals, listed: true, balance }
  })
  return {
    coin:
      coins.find(({ address }) => sameAddress(address, called.token)) ??
      (isBytes ? namelessOf(called.token) : await resolveToken(kit, context, called)),
    coins,
    standard: held?.standardOf(called.token),
    describe: (call) => describeTold(descriptors, { ...call, tokens: coins, held: held?.tokens ?? [] }),
  }
}

/** What the calls of a batch call. */
function targetsIn(data: Hex = '0x'): string[] {
  return decodeExecuteBatch(bytesFromHex(data))?.map(({ to }) => to) ?? []
}

/** A token that nobody vouches for, as it names itself; collections have nothing that the service could read. */
async function resolveToken(kit: Kit, context: SendContext, { token, kind }: Called): Promise<Coin> {
  const look = await kit.attempt(() => kit.resolveCoin(context, token, undefined), context.signal)
  if (look.ok) return look.value
  const isCoin = kind?.startsWith('erc20') === true
  if (isCoin || (look.error.code !== 'TOKEN_UNREADABLE' && look.error.code !== 'NOT_FOUND')) throw look.error
  return namelessOf(token)
}

function namelessOf(address: string): Coin {
  return { address, name: '', symbol: '', decimals: 0, balance: null, listed: false }
}
