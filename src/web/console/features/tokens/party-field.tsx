import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { sameAddress } from '#protocol/display/address.ts'
import { HOLDING_ENDPOINTS } from '#protocol/holdings.ts'
import type { TokenOperationKind } from '#protocol/operations.ts'
import { TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { baasApi } from '#web/console/lib/api.ts'
import { orIfLacking } from '#web/console/lib/describe-problem.ts'
import { addressSearchQuery, lookUpAddresses, namedEntry } from '#web/console/lib/known-addresses.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useSettled } from '#web/console/lib/use-settled.ts'
import { t } from '#web/ui/text.ts'
import { isPermission, partyName, type SendValues } from './send-values.ts'

type PartyFieldProps = { form: UseFormReturn<SendValues>; walletAddress: string }

/**
 * The counterparty, with known facts about it. Suggests the address book, the organization's wallets and past
 * recipients.
 */
export function PartyField({ form, walletAddress }: PartyFieldProps): ReactElement {
  const [kind, typed] = useWatch({ control: form.control, name: ['kind', 'party'] })
  const suggested = useSuggestions(walletAddress, typed)
  const { hint, imitated, unchecked } = usePartyNotes({ kind, walletAddress, typed })
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
      {unchecked !== undefined && (
        <Notice tone="warning" title={t('This address could not be checked')} announce>
          {unchecked}
        </Notice>
      )}
    </div>
  )
}

const TYPING_PAUSE_MS = 200

/** Addresses that match the typed text, and the wallet's last recipients. */
function useSuggestions(walletAddress: string, typed: string) {
  const searched = useSettled(typed.trim(), TYPING_PAUSE_MS, '')
  const found = useQuery(secondary('names', addressSearchQuery(searched))).data ?? []
  const recent = useQuery(secondary('recipients', recentRecipientsQuery(walletAddress))).data ?? []
  const others = recent
    .filter((address) => !found.some((one) => sameAddress(one.address, address)))
    .map((address) => ({ address, name: t('an address this wallet has sent to') }))
  return [...found, ...others].filter(({ address }) => !sameAddress(address, walletAddress))
}

type Party = { kind: TokenOperationKind; walletAddress: string; typed: string }
type PartyNotes = {
  hint?: string | undefined
  imitated?: ReturnType<typeof namedEntry>
  unchecked?: string | undefined
}

/**
 * Facts about the typed account. `imitated`: the known address that it resembles. `unchecked`: what could not
 * be compared, so that a missing warning means nothing.
 */
function usePartyNotes({ kind, walletAddress, typed }: Party): PartyNotes {
  const parsed = addressInputSchema.safeParse(typed)
  const address = parsed.success ? parsed.data : ''
  const { data, isError } = useQuery({
    ...secondary('names', partyQuery(walletAddress, address)),
    enabled: parsed.success,
  })
  if (!parsed.success) return {}
  if (data === undefined)
    return isError
      ? {
          unchecked: t(
            'Names, look-alikes and earlier transfers are unknown right now. Check the address character by character.',
          ),
        }
      : {}
  const notes = {
    imitated: namedEntry(data.looksLike),
    unchecked:
      data.wallets === 'unknown'
        ? t('The hosted service cannot compare it with all of your wallets. Check it character by character.')
        : undefined,
  }
  if (sameAddress(address, walletAddress)) return { ...notes, hint: t('This is the wallet itself.') }
  const known = namedEntry(data.known)
  if (known?.from === 'wallet') return { ...notes, hint: t('Your wallet “{name}”.', { name: known.name }) }
  const saved = known?.from === 'book' ? known.name : undefined
  if (isPermission(kind) || data.lastUsedAtDatetime !== null) return { ...notes, hint: saved }
  const first = data.isWholeHistory
    ? t('This wallet has never sent to this address. Check it character by character.')
    : t('This wallet has not sent to this address recently. Check it character by character.')
  return { ...notes, hint: saved === undefined ? first : `${saved}. ${first}` }
}

/** Known facts about an address that the wallet will send to. */
const partyQuery = (walletAddress: string, address: string) =>
  queryOptions({
    queryKey: ['transactions', 'party', walletAddress.toLowerCase(), address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { addresses, ...rest } = await lookUpAddresses({ addresses: [address], walletAddress }, signal)
      const [facts] = addresses
      if (facts === undefined) throw new Error('The server left out the address.')
      return { ...facts, ...rest }
    },
    staleTime: 30_000,
  })

const RECENT = '50'

/**
 * Last recipients of a wallet, as suggestions. Uses only the wallet's own transactions, because a token can
 * report transfers that the wallet never made.
 */
const recentRecipientsQuery = (walletAddress: string) =>
  queryOptions({
    queryKey: ['transactions', 'recipients', walletAddress.toLowerCase()],
    queryFn: async ({ signal }) => {
      const input = { params: { address: walletAddress }, query: { limit: RECENT }, signal }
      const history = await orIfLacking(baasApi.call(HOLDING_ENDPOINTS.listHistory, input), () => [])
      const sent = history.filter(
        ({ kind, transactionUuid }) => kind === 'out' && transactionUuid !== undefined,
      )
      return [...new Set(sent.map(({ counterparty }) => counterparty))]
    },
    staleTime: 30_000,
  })
