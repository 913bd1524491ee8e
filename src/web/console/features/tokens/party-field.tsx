import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { sameAddress } from '#protocol/display/address.ts'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import type { TokenOperationKind } from '#protocol/operations.ts'
import { Options, TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { useKnownAddresses } from '#web/console/lib/known-addresses.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import { isPermission, partyName, type SendValues } from './send-values.ts'
import { HOLDING_ENDPOINTS } from '#protocol/holdings.ts'
import { callPage } from '#web/console/lib/api.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { walletQuery } from '#web/console/lib/wallet.query.ts'

type PartyFieldProps = { form: UseFormReturn<SendValues>; walletAddress: string }

/** The other account, with known facts about it. Suggests the address book, the own wallets and past recipients. */
export function PartyField({ form, walletAddress }: PartyFieldProps) {
  const listId = useId()
  const [kind, typed] = useWatch({ control: form.control, name: ['kind', 'party'] })
  const { hint, imitated, suggested } = usePartyNotes({ kind, walletAddress, typed })
  const error = form.formState.errors.party?.message
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={partyName(kind)}
        mono
        placeholder="0x"
        spellCheck={false}
        list={listId}
        error={error}
        hint={error === undefined ? hint : undefined}
        {...form.register('party')}
      />
      <datalist id={listId}>
        <Options
          options={suggested.map(({ address, name }) => ({ value: checksum(address), label: name }))}
        />
      </datalist>
      {imitated !== undefined && (
        <Notice tone="danger" title={t('This address looks like another one')} announce>
          {imitatedText(imitated)}
        </Notice>
      )}
    </div>
  )
}

type NamedAddress = { address: string; name: string }
/** Facts about the typed account. `imitated`: the known address that it resembles. */
type PartyNotes = {
  hint: string | undefined
  imitated: NamedAddress | undefined
  suggested: readonly NamedAddress[]
}

type Party = { kind: TokenOperationKind; walletAddress: string; typed: string }

/** Compares the typed account with the known addresses and the past recipients. */
function usePartyNotes({ kind, walletAddress, typed }: Party): PartyNotes {
  const parsed = addressInputSchema.safeParse(typed)
  const address = parsed.success ? parsed.data : undefined
  const named = useKnownAddresses()
  const own = useQuery({ ...walletQuery(address ?? ''), enabled: address !== undefined })
  const past = useQuery(pastRecipientsQuery(walletAddress))
  const recipients = past.data?.addresses ?? []
  const recent = recipients
    .filter((recipient) => !named.some((one) => sameAddress(one.address, recipient)))
    .map((recipient) => ({ address: recipient, name: t('an address this wallet has sent to') }))
  const known: NamedAddress[] = [...named, ...recent]
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

function imitatedText({ name, address }: NamedAddress): string {
  return t(
    'It starts and ends like {name} ({address}), but is a different address. Look-alikes are made to deceive you.',
    {
      name,
      address: checksum(address),
    },
  )
}

const PAGE = '200'

/** A wallet's past recipients. `isWhole`: its whole history was read. */
type PastRecipients = { addresses: readonly string[]; isWhole: boolean }

/** `null` if the service has no history. */
const pastRecipientsQuery = (walletAddress: string) =>
  queryOptions({
    queryKey: ['transactions', 'recipients', walletAddress.toLowerCase()],
    queryFn: async ({ signal }): Promise<PastRecipients | null> => {
      try {
        const { content, nextCursor } = await callPage('/api/baas', HOLDING_ENDPOINTS.listHistory, {
          params: { address: walletAddress },
          query: { limit: PAGE },
          signal,
        })
        const sent = content.filter(({ kind }) => kind === 'out')
        return {
          addresses: [...new Set(sent.map(({ counterparty }) => counterparty))],
          isWhole: nextCursor === null,
        }
      } catch (error) {
        if (isLacking(error)) return null
        throw error
      }
    },
    staleTime: 30_000,
  })
