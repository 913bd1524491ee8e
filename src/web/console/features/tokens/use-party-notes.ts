import { useQuery } from '@tanstack/react-query'
import type { TokenOperationKind } from '#protocol/operations.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#protocol/org/address-book.ts'
import { addressBookQuery } from '#web/console/lib/address-book.query.ts'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'
import { t } from '#web/console/lib/text.ts'
import { walletName } from '#web/console/lib/wallet-name.ts'
import { newestWalletsQuery, ownWalletQuery, pastRecipientsQuery } from './known-addresses.query.ts'
import { isPermission } from './send-kinds.ts'

type KnownAddress = { address: string; name: string }
/** What is known of the typed account. `imitated` is the known address that it can be taken for. */
type PartyNotes = { hint: string | undefined; imitated: KnownAddress | undefined }

type Party = {
  kind: TokenOperationKind
  walletAddress: string
  typed: string
  tokens: readonly KnownAddress[]
}

/** Compares the typed account with the address book, the organization's wallets, with whom this wallet has sent to, and with known tokens. */
export function usePartyNotes({ kind, walletAddress, typed, tokens }: Party): PartyNotes {
  const parsed = addressInputSchema.safeParse(typed)
  const address = parsed.success ? parsed.data : undefined
  const wallets = useQuery(newestWalletsQuery())
  const own = useQuery({ ...ownWalletQuery(address ?? ''), enabled: address !== undefined })
  const past = useQuery(pastRecipientsQuery(walletAddress))
  const book = useQuery(addressBookQuery())
  if (address === undefined) return { hint: undefined, imitated: undefined }
  const recipients = past.data?.addresses ?? []
  const known: KnownAddress[] = [
    ...(book.data ?? []).map((saved) => ({
      address: saved.address,
      name: harmlessText(saved.label, ADDRESS_LABEL_LENGTH_MAX).text,
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

export function imitatedText({ name, address }: KnownAddress): string {
  return t(
    'It starts and ends like {name} ({address}), but is a different address. Look-alikes are made to deceive you.',
    {
      name,
      address: checksum(address),
    },
  )
}
