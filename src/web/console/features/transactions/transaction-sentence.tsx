import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { shortAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { addressIn, valueIn, type CallDescription } from '#protocol/display/call-description.ts'
import { findCounterparty, movedQuantity } from '#protocol/display/call-words.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import type { TokenQuantity } from '#protocol/display/format-quantity.ts'
import { withdraws } from '#protocol/effects/grant.ts'
import { HexText } from '#web/console/components/hex-text.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { displayName, tokenSymbol, walletName } from '#web/console/lib/display.ts'
import { useKnownAddress } from '#web/console/lib/known-addresses.ts'
import { paths } from '#web/console/lib/paths.ts'
import { RichFromTable } from '#web/ui/call/rich.tsx'
import { quantityText } from '#web/ui/quantity.ts'
import { t } from '#web/ui/text.ts'
import type { ShownTransaction } from './organization-transactions.tsx'
import { SENTENCES, sentenceTexts, type SentenceKind } from './sentence-texts.ts'
import { endUserName } from './transaction-words.ts'

type TransactionSentenceProps = {
  transaction: ShownTransaction
  /** Null for bytes that cannot be read. */
  description: CallDescription | null
}

/**
 * A transaction as one sentence with links, such as "Ada sent 12.5 DEMO from Treasury to Exchange". The state decides
 * whether it says that something was done or asked for.
 */
export function TransactionSentence({ transaction, description }: TransactionSentenceProps): ReactElement {
  const { kind, amount } = chooseSentence(description)
  const { done, asked } = sentenceTexts()[kind]
  const [byPerson, byNobody] = transaction.status === 'CONFIRMED' ? done : asked
  const actor = namePerson(transaction)
  const party = findCounterparty(description)?.address ?? transaction.toAddress
  return (
    <RichFromTable
      text={actor === null ? byNobody : byPerson}
      parts={{
        actor: <span className="font-medium">{actor}</span>,
        amount: <span className="font-medium tabular-nums">{amount}</span>,
        wallet: <Wallet transaction={transaction} />,
        party: <Party address={party} />,
        from: description !== null && <Party address={addressIn(description, 'from')} />,
        token: description !== null && <Token description={description} />,
        count: callsIn(description).length,
      }}
    />
  )
}

/** The person behind a transaction: the administrator who requested it, or the wallet's end-user. */
function namePerson(transaction: ShownTransaction): string | null {
  const { requestedBy } = transaction
  return requestedBy === undefined ? endUserName(transaction) : displayName(requestedBy.name)
}

/** The sentence of a call, by its kind and by the quantity that it moves or permits. */
export function chooseSentence(description: CallDescription | null): { kind: SentenceKind; amount: string } {
  if (description === null) return { kind: 'contract', amount: '' }
  if (withdraws(description)) return { kind: 'revoke', amount: '' }
  const kind = SENTENCES[description.kind]
  if (kind === 'set-backup' && addressIn(description, 'backup') === ZERO_ADDRESS)
    return { kind: 'remove-backup', amount: '' }
  const quantity = movedQuantity(description)
  if (kind === 'send' && !isExact(quantity)) return { kind: 'send-token', amount: '' }
  if (kind !== 'allow') return { kind, amount: isExact(quantity) ? quantityText(quantity) : '' }
  if (!isExact(quantity)) return { kind: 'allow-token', amount: '' }
  return isEndless(quantity) ? { kind: 'allow-all', amount: '' } : { kind, amount: quantityText(quantity) }
}

/** Whether a quantity can be part of a sentence. A number that may be an amount or an id cannot. */
function isExact(quantity: TokenQuantity | undefined): quantity is TokenQuantity {
  return quantity !== undefined && quantity.kind !== 'either'
}

function isEndless(quantity: TokenQuantity): boolean {
  return (quantity.kind === 'amount' || quantity.kind === 'units') && quantity.unlimited === true
}

const LINK = 'relative z-10 font-medium [overflow-wrap:anywhere] hover:text-accent-text hover:underline'

function Wallet({ transaction: { walletAddress, walletLabel: label } }: { transaction: ShownTransaction }) {
  const address = checksum(walletAddress)
  return (
    <Link to={paths.wallet.href(address)} title={address} className={LINK}>
      {label === '' ? (
        <span className="font-mono text-sm">{shortAddress(address)}</span>
      ) : (
        walletName({ label })
      )}
    </Link>
  )
}

/** The counterparty of a call. A wallet of the organization is a link. */
function Party({ address }: { address: string }) {
  const { entry } = useKnownAddress(address)
  if (entry?.from !== 'wallet') return <ShortAddress address={address} what={t('counterparty')} />
  return (
    <Link to={paths.wallet.href(checksum(address))} title={checksum(address)} className={LINK}>
      {entry.name}
    </Link>
  )
}

/** The token of a permission. A token's own name is only its claim, so its address follows. */
function Token({ description }: { description: CallDescription }): ReactNode {
  const amount = valueIn(description, 'amount')
  if (amount?.kind === 'amount') return <span className="font-medium">{tokenSymbol(amount.symbol)}</span>
  return <ShortAddress address={addressIn(description, 'token')} what={t('token address')} />
}

function ShortAddress({ address, what }: { address: string; what: string }) {
  return (
    <span className="inline-flex max-w-full align-bottom font-medium">
      <HexText value={checksum(address)} what={what} short copyable={false} />
    </span>
  )
}
