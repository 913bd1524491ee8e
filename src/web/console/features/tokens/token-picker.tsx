import { secondary } from '#web/console/lib/secondary-query.ts'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { sameAddress } from '#protocol/display/address.ts'
import { addressSchema } from '#protocol/fields.ts'
import { formatUnits } from '#protocol/money.ts'
import { tokenOperation, type TokenOperationKind } from '#protocol/operations.ts'
import type { InspectedToken } from '#protocol/tokens.ts'
import { SelectField, TextField } from '#web/console/components/field.tsx'
import { Skeleton } from '#web/console/components/card.tsx'
import { t, formatExact } from '#web/ui/text.ts'
import {
  balanceOf,
  type Holdings,
  OTHER_TOKEN,
  tokenOf,
  type SendValues,
  isPermission,
  partyName,
} from './send-values.ts'
import {
  harmlessName,
  harmlessSymbol,
  standardName,
  inspectTokenQuery,
  type ListedToken,
} from './token-requests.ts'
import { TokenWarningList, tokenWarnings } from './token-warnings.tsx'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { useKnownAddresses, walletQuery } from '#web/console/lib/known-addresses.ts'
import { walletName } from '#web/console/lib/display.ts'
import { HOLDING_ENDPOINTS } from '#protocol/holdings.ts'
import { baasApi } from '#web/console/lib/api.ts'
import { orIfLacking } from '#web/console/lib/describe-problem.ts'

type TokenPickerProps = {
  form: UseFormReturn<SendValues>
  tokens: readonly ListedToken[]
  holdings: Holdings
}

/** A token of the list, or any other one by its address, which is looked up with warnings. */
export function TokenPicker({ form, tokens, holdings }: TokenPickerProps) {
  const { control, formState, register } = form
  const values = useWatch({ control, name: ['kind', 'tokenChoice', 'otherToken'] })
  const [kind, tokenChoice, otherToken] = values
  const facts = useTokenFacts({ tokenChoice, otherToken })
  const isOther = tokenChoice === OTHER_TOKEN
  const { errors } = formState
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={t('Token')}
        error={isOther ? undefined : errors.tokenChoice?.message}
        options={[
          ...tokensOfKind(kind, tokens).map((token) => ({
            value: token.address.toLowerCase(),
            label: labelOf(token, holdings),
          })),
          { value: OTHER_TOKEN, label: t('Another token, by its address') },
        ]}
        {...register('tokenChoice')}
      />
      {isOther && (
        <>
          <TextField
            label={t('Contract address')}
            mono
            placeholder="0x"
            error={errors.otherToken?.message ?? errors.tokenChoice?.message}
            hint={facts.data && factsText(facts.data)}
            {...register('otherToken')}
          />
          {facts.isLoading && <Skeleton className="h-5 w-48" />}
          {facts.data && <TokenWarningList warnings={tokenWarnings(facts.data, tokens)} />}
        </>
      )}
    </div>
  )
}

/** A token's names, and what the wallet has of it as far as that is known. */
function labelOf(token: ListedToken, holdings: Holdings): string {
  const balance = balanceOf(holdings, token.address)
  const items = holdings.items?.filter((item) => sameAddress(item.tokenAddress, token.address)).length ?? 0
  return [
    harmlessSymbol(token),
    harmlessName(token),
    ...(balance === undefined ? [] : [formatExact(formatUnits(balance.toString(), token.decimals))]),
    ...(items === 0 ? [] : [t('{count, plural, one {# NFT} other {# NFTs}}', { count: items })]),
  ].join(' · ')
}

/** The list's tokens for a kind. If their standard is unknown, coins are those with decimals. */
export function tokensOfKind(kind: SendValues['kind'], tokens: readonly ListedToken[]): ListedToken[] {
  const { standards } = tokenOperation(kind)
  return tokens.filter(({ standard, decimals, removed }) => {
    if (removed === true) return false
    return standard === undefined
      ? standards.includes('erc20') === decimals > 0
      : standards.includes(standard)
  })
}

/** What the contract of the chosen token reports; nothing is requested while the address is invalid. */
export function useTokenFacts(choice: Pick<SendValues, 'tokenChoice' | 'otherToken'>) {
  const address = tokenOf(choice)
  return useQuery({ ...inspectTokenQuery(address), enabled: addressSchema.safeParse(address).success })
}

function factsText(token: InspectedToken): string | undefined {
  if (token.standard === null) return undefined
  const names = {
    symbol: harmlessSymbol(token),
    name: harmlessName(token),
    standard: standardName(token.standard),
  }
  return token.standard === 'erc20' && token.decimals !== null
    ? t(
        '{symbol} · {name} · {standard}, {decimals, plural, one {# decimal} other {# decimals}}. Reported by the contract.',
        {
          ...names,
          decimals: token.decimals,
        },
      )
    : t('{symbol} · {name} · {standard}. Reported by the contract.', names)
}

type PartyFieldProps = { form: UseFormReturn<SendValues>; walletAddress: string }

/** The other account, with known facts about it. Suggests the address book, the own wallets and past recipients. */
export function PartyField({ form, walletAddress }: PartyFieldProps) {
  const [kind, typed] = useWatch({ control: form.control, name: ['kind', 'party'] })
  const { hint, imitated, suggested } = usePartyNotes({ kind, walletAddress, typed })
  const error = form.formState.errors.party?.message
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={partyName(kind)}
        mono
        placeholder="0x"
        suggestions={suggested.map(({ address, name }) => ({ value: checksum(address), label: name }))}
        error={error}
        hint={error === undefined ? hint : undefined}
        {...form.register('party')}
      />
      {imitated !== undefined && (
        <Notice tone="danger" title={t('This address looks like another one')} announce>
          {t(
            'It starts and ends like {name} ({address}), but is a different address. Look-alikes are made to deceive you.',
            { name: imitated.name, address: checksum(imitated.address) },
          )}
        </Notice>
      )}
    </div>
  )
}

type Party = { kind: TokenOperationKind; walletAddress: string; typed: string }

/**
 * Facts about the typed account, compared with the known addresses and the past recipients. `imitated`: the known address
 * that it resembles.
 */
function usePartyNotes({ kind, walletAddress, typed }: Party) {
  const parsed = addressInputSchema.safeParse(typed)
  const address = parsed.success ? parsed.data : undefined
  const named = useKnownAddresses()
  const own = useQuery({ ...secondary('wallet', walletQuery(address ?? '')), enabled: address !== undefined })
  const past = useQuery(secondary('recipients', pastRecipientsQuery(walletAddress)))
  const recipients = past.data?.addresses ?? []
  const recent = recipients
    .filter((recipient) => !named.some((one) => sameAddress(one.address, recipient)))
    .map((recipient) => ({ address: recipient, name: t('an address this wallet has sent to') }))
  const known: { address: string; name: string }[] = [...named, ...recent]
  const suggested = [...named.filter(({ from }) => from !== 'token'), ...recent].filter(
    (one) => !sameAddress(one.address, walletAddress),
  )
  if (address === undefined) return { hint: undefined, imitated: undefined, suggested }
  const notes = { imitated: imitatedBy(address, known), suggested }
  if (sameAddress(address, walletAddress)) return { ...notes, hint: t('This is the wallet itself.') }
  if (own.data) return { ...notes, hint: t('Your wallet “{name}”.', { name: walletName(own.data) }) }
  const saved = named.find((one) => one.from === 'book' && sameAddress(one.address, address))
  const isFirst = past.data && !recipients.some((recipient) => sameAddress(recipient, address))
  if (isPermission(kind) || !isFirst) return { ...notes, hint: saved?.name }
  const first = past.data?.isWhole
    ? t('This wallet has never sent to this address. Check it character by character.')
    : t('This wallet has not sent to this address recently. Check it character by character.')
  return { ...notes, hint: saved === undefined ? first : `${saved.name}. ${first}` }
}

/** A wallet's past recipients; `null` if the service has no history. `isWhole`: its whole history was read. */
const pastRecipientsQuery = (walletAddress: string) =>
  queryOptions({
    queryKey: ['transactions', 'recipients', walletAddress.toLowerCase()],
    queryFn: async ({ signal }) => {
      const input = { params: { address: walletAddress }, query: { limit: '200' }, signal }
      const history = baasApi.page(HOLDING_ENDPOINTS.listHistory, input)
      const page = await orIfLacking(history, () => null)
      const sent = page?.content.filter(({ kind }) => kind === 'out') ?? []
      const addresses = [...new Set(sent.map(({ counterparty }) => counterparty))]
      return page && { addresses, isWhole: page.nextCursor === null }
    },
    staleTime: 30_000,
  })
