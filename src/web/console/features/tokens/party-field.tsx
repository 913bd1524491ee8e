import { queryOptions, useQuery } from '@tanstack/react-query'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { AllowedToken } from '#protocol/tokens.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import type { TokenOperationKind } from '#protocol/operations.ts'
import { TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { addressBookQuery, savedName } from '#web/console/lib/address-book.query.ts'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import { isPermission, partyName, type SendValues } from './send-values.ts'
import { harmlessSymbol } from './token-requests.ts'
import { HOLDING_ENDPOINTS } from '#protocol/holdings.ts'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { callPage } from '#web/console/lib/api.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { endpointQuery } from '#web/console/lib/read.query.ts'
import { walletQuery } from '#web/console/lib/wallet.query.ts'

type PartyFieldProps = {
  form: UseFormReturn<SendValues>
  walletAddress: string
  tokens: readonly AllowedToken[]
}

/** The other account, with known facts about it. */
export function PartyField({ form, walletAddress, tokens }: PartyFieldProps) {
  const [kind, typed] = useWatch({ control: form.control, name: ['kind', 'party'] })
  const named = tokens.map((token) => ({
    address: token.address,
    name: t('the token {symbol}', { symbol: harmlessSymbol(token) }),
  }))
  const { hint, imitated } = usePartyNotes({ kind, walletAddress, typed, tokens: named })
  const error = form.formState.errors.party?.message
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={partyName(kind)}
        mono
        placeholder="0x"
        spellCheck={false}
        error={error}
        hint={error === undefined ? hint : undefined}
        {...form.register('party')}
      />
      {imitated !== undefined && (
        <Notice tone="danger" title={t('This address looks like another one')} announce>
          {imitatedText(imitated)}
        </Notice>
      )}
    </div>
  )
}

type KnownAddress = { address: string; name: string }
/** Facts about the typed account. `imitated`: the known address that it resembles. */
type PartyNotes = { hint: string | undefined; imitated: KnownAddress | undefined }

type Party = {
  kind: TokenOperationKind
  walletAddress: string
  typed: string
  tokens: readonly KnownAddress[]
}

/** Compares the typed account with the address book, the organization's wallets, past recipients and known tokens. */
function usePartyNotes({ kind, walletAddress, typed, tokens }: Party): PartyNotes {
  const parsed = addressInputSchema.safeParse(typed)
  const address = parsed.success ? parsed.data : undefined
  const wallets = useQuery(newestWalletsQuery())
  const own = useQuery({ ...walletQuery(address ?? ''), enabled: address !== undefined })
  const past = useQuery(pastRecipientsQuery(walletAddress))
  const book = useQuery(addressBookQuery())
  if (address === undefined) return { hint: undefined, imitated: undefined }
  const recipients = past.data?.addresses ?? []
  const known: KnownAddress[] = [
    ...(book.data ?? []).map((saved) => ({
      address: saved.address,
      name: savedName(saved.label),
    })),
    ...(wallets.data ?? []).map((wallet) => ({ address: wallet.address, name: walletName(wallet) })),
    ...recipients.map((recipient) => ({ address: recipient, name: t('an address this wallet has sent to') })),
    ...tokens,
  ]
  const imitated = imitatedBy(address, known)
  if (sameAddress(address, walletAddress)) return { hint: t('This is the wallet itself.'), imitated }
  if (own.data) return { hint: t('Your wallet “{name}”.', { name: walletName(own.data) }), imitated }
  const isFirst = past.data && !recipients.some((recipient) => sameAddress(recipient, address))
  if (isPermission(kind) || !isFirst) return { hint: undefined, imitated }
  const hint = past.data?.isWhole
    ? t('This wallet has never sent to this address. Check it character by character.')
    : t('This wallet has not sent to this address recently. Check it character by character.')
  return { hint, imitated }
}

function imitatedText({ name, address }: KnownAddress): string {
  return t(
    'It starts and ends like {name} ({address}), but is a different address. Look-alikes are made to deceive you.',
    {
      name,
      address: checksum(address),
    },
  )
}

const PAGE = '200'

/** The organization's newest wallets, to compare an address with. */
const newestWalletsQuery = () =>
  endpointQuery(['wallets', 'known'], '/api/baas', WALLET_ENDPOINTS.listWallets, {
    query: { limit: PAGE },
    staleTime: 60_000,
  })

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
        return { addresses: sent.map(({ counterparty }) => counterparty), isWhole: nextCursor === null }
      } catch (error) {
        if (isLacking(error)) return null
        throw error
      }
    },
    staleTime: 30_000,
  })
