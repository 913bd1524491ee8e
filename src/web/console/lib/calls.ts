import { useQuery, queryOptions } from '@tanstack/react-query'
import { CONFIG_ENDPOINTS, FEE_ENDPOINTS, type FeeSettings } from '#protocol/deployment-config.ts'
import { sameAddress, shortAddress } from '#protocol/display/address.ts'
import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import { formatTitle, splitTitle } from '#protocol/display/call-words.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { WarningCode } from '#protocol/display/warning-severity.ts'
import { formatUnits } from '#protocol/money.ts'
import { type AllowedToken, TOKEN_FACT_ENDPOINTS } from '#protocol/tokens.ts'
import { WITHDRAWN_REASON } from '#protocol/transaction-states.ts'
import type { Transaction } from '#protocol/transactions.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { hasFee } from '#web/ui/fee-text.ts'
import { quantityText } from '#web/ui/quantity.ts'
import { translated, t, formatExact } from '#web/ui/text.ts'
import { checksum } from './address-input.ts'
import { baasApi, orgApi } from './api.ts'
import { formatShort, tokenSymbol } from './display.ts'
import type { RowQuery, DataQuery } from './row-query.ts'

/**
 * Title such as `Send 12.5 DEMO` in the console's language, from the English words of the approval app and
 * the mails.
 */
export function callTitle(description: CallDescription | null): string {
  return formatTitle(description, translated, formatExact)
}

/** The title as table columns. A call without an amount shows the token alone. */
export function callParts(description: CallDescription | null): ReturnType<typeof splitTitle> {
  const parts = splitTitle(description, translated, formatExact)
  const token = description?.fields.find(({ label }) => label === 'token')?.value
  if (parts.token !== '' || token?.kind !== 'address') return parts
  return { ...parts, token: token.symbol ?? token.name ?? shortAddress(token.address) }
}

/** Time until which a failed call can still be executed. Null for other calls (ADR 0010). */
export function executableText({ executableUntil }: Pick<Transaction, 'executableUntil'>): string | null {
  return executableUntil === undefined
    ? null
    : t('Anyone who has the signed call can still execute it until {time}.', {
        time: formatShort(executableUntil),
      })
}

/**
 * An amount of a token in human units. Base units if the token is not listed, because its decimals are
 * unknown.
 */
export function tokenAmountText(
  units: string,
  tokenAddress: string,
  tokens: readonly Pick<KnownToken, 'address' | 'symbol' | 'decimals'>[],
): string {
  const token = tokens.find(({ address }) => sameAddress(address, tokenAddress))
  return quantityText(
    token === undefined
      ? { kind: 'units', units, token: shortAddress(checksum(tokenAddress)) }
      : { kind: 'amount', text: formatUnits(units, token.decimals), symbol: tokenSymbol(token.symbol) },
  )
}

/** The wallet's fee for the transaction, in words. */
export function feeText(
  call: Pick<Transaction, 'fee' | 'feeCoinAddress'>,
  tokens: readonly KnownToken[],
): string {
  if (!hasFee(call)) return t('None: the organization pays')
  return tokenAmountText(call.fee, call.feeCoinAddress, tokens)
}

/** Whether lists mark a call in red, for example for invalid bytes. */
export function isDangerous(description: CallDescription | null): boolean {
  return description === null || description.severity === 'danger'
}

/**
 * Reason why a transaction ended as it did. Other reasons than the service's own come from contracts and are
 * sanitized.
 */
export function reasonText(reason: string): string {
  const known = new Map([
    ['declined by the user', t('declined by the user')],
    ['reported by the user, who did not ask for it', t('reported by the user, who did not request it')],
    ['wrong number', t('another number was picked')],
    [WITHDRAWN_REASON, t('cancelled by the organization')],
  ])
  return known.get(reason) ?? harmlessText(reason, 500).text
}

/** Chain, factory, fee and extensions of the service behind the console. */
export const configQuery = (): RowQuery<typeof CONFIG_ENDPOINTS.getConfig> =>
  baasApi.query(['config'], CONFIG_ENDPOINTS.getConfig, { staleTime: 60_000 })

export const allowedTokensQuery = (): RowQuery<typeof TOKEN_FACT_ENDPOINTS.listAllowedTokens> =>
  baasApi.query(['tokens', 'allowed'], TOKEN_FACT_ENDPOINTS.listAllowedTokens, {
    staleTime: 60_000,
  })

const NONE: readonly AllowedToken[] = []

type CallContext = {
  chainId: number | undefined
  tokens: readonly AllowedToken[]
  /** Whether the tokens are still loading. No amount can be displayed until they load or fail. */
  isLoading: boolean
  /** Whether `tokens` is the organization's whole list. If not, a missing token may still be listed. */
  isListKnown: boolean
}

/**
 * The context for decoding calls: the chain and the organization's allowed tokens. Fields are empty until
 * they load.
 */
export function useCallContext(): CallContext {
  const config = useQuery(secondary('network', configQuery()))
  const tokens = useQuery(secondary('tokens', allowedTokensQuery()))
  return {
    chainId: config.data?.chainId,
    tokens: tokens.data ?? NONE,
    isLoading: !tokens.isFetched,
    isListKnown: tokens.data !== undefined,
  }
}

/**
 * The warning to leave out: the one about unlisted tokens if the organization's list is unknown. Undefined otherwise.
 */
export function useExceptedWarning(): WarningCode | undefined {
  return useCallContext().isListKnown ? undefined : 'unknown-token'
}

export const feesQuery = (): DataQuery<FeeSettings | null> =>
  queryOptions<FeeSettings | null>({
    queryKey: ['fees'],
    queryFn: async ({ signal }) => (await orgApi.call(FEE_ENDPOINTS.getFees, { signal })).fee,
  })
