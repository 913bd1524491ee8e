import type { VNode } from 'preact'
import { checksumAddress } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { formatTitle } from '#protocol/display/call-words.ts'
import { DATE_AND_TIME } from '#protocol/display/date-and-time.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { Receipt } from '#protocol/receipt/receipt.ts'
import { CallView } from '#web/ui/call/call-view.tsx'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { feeText } from '#web/ui/fee-text.ts'
import { formatExact, language, t, translated } from '#web/ui/text.ts'
import { describeReceipt, hasBaseUnits } from './read-receipt-tokens.ts'
import type { Verification } from './use-verification.ts'

const NAME_LENGTH_MAX = 200

/** The receipt's content for people, with the raw data behind a toggle. */
export function ReceiptFacts({ verification }: { verification: Verification }): VNode {
  const { receipt, confirmations, tokens } = verification
  const { call, outcome, wallet, organization, approval } = receipt
  const description = describeReceipt(receipt, tokens)
  return (
    <section class="card">
      <h2>{t('Receipt')}</h2>
      <p class="strong">{formatTitle(description, translated, formatExact)}</p>
      <CallView description={description} hasWarnings={false} />
      <AmountNotes description={description} hasTokens={tokens.length > 0} />
      <dl>
        <Fact name={t('Organization')}>{harmlessText(organization.name, NAME_LENGTH_MAX).text}</Fact>
        <Fact name={t('Wallet')}>
          <CopyableAddress address={checksumAddress(wallet.address)} />
        </Fact>
        <SignerFacts receipt={receipt} />
        <Fact name={t('Contract or recipient')}>
          <CopyableAddress address={checksumAddress(call.toAddress)} />
        </Fact>
        <Fact name={t('Fee')}>{feeText(call, tokens) ?? t('None')}</Fact>
        {approval !== undefined && (
          <Fact name={t('Approved by the end-user')}>{timeText(approval.decidedAtDatetime)}</Fact>
        )}
        <Fact name={t('Outcome')}>
          {t(outcome.status === 'CONFIRMED' ? 'Confirmed' : 'Failed on the chain')}
        </Fact>
        <Fact name={t('Block')}>
          {confirmations === null
            ? outcome.blockNumber
            : t('{block}, {count, plural, one {# confirmation} other {# confirmations}}', {
                block: outcome.blockNumber,
                count: Number(confirmations),
              })}
        </Fact>
        <Fact name={t('Transaction hash')}>
          <span class="mono">{outcome.transactionHash}</span>
        </Fact>
        <Fact name={t('Digest')}>
          <span class="mono">{receipt.digest}</span>
        </Fact>
        <Fact name={t('Issued')}>
          {t('{time} by {issuer}', { time: timeText(receipt.issuedAtDatetime), issuer: receipt.issuer })}
        </Fact>
      </dl>
      <details>
        <summary>{t('Raw receipt')}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be focusable */}
        <pre tabIndex={0} role="region" aria-label={t('Raw receipt')}>
          {JSON.stringify(receipt, null, 2)}
        </pre>
      </details>
    </section>
  )
}

/**
 * The wallet's passkey that signed, and the co-signer if there was one. The findings say which of them is
 * verified.
 */
function SignerFacts({ receipt: { wallet, coSignature } }: { receipt: Receipt }) {
  const { keyNumber = 0, publicKey } = wallet
  return (
    <>
      <Fact name={t('Signed with')}>
        {keyNumber === 0
          ? t('The main passkey of the wallet')
          : t('Passkey number {number} of the wallet', { number: String(keyNumber) })}
        <small class="mono">{`${publicKey.x} ${publicKey.y}`}</small>
      </Fact>
      {coSignature !== undefined && (
        <Fact name={t('Co-signer')}>
          <CopyableAddress address={checksumAddress(coSignature.coSigner)} />
        </Fact>
      )}
    </>
  )
}

type AmountNotesProps = { description: CallDescription | null; hasTokens: boolean }

/** Notes on the amounts. A receipt does not prove symbols and decimals. */
function AmountNotes({ description, hasTokens }: AmountNotesProps) {
  return (
    <>
      {hasTokens && (
        <p class="muted">
          {t(
            'Symbols and decimals are as the token contracts report them now. The receipt proves base units.',
          )}
        </p>
      )}
      {hasBaseUnits(description) && (
        <p class="muted">{t('Amounts are in base units of their token: its decimals are not known here.')}</p>
      )}
    </>
  )
}

function timeText(datetime: string): string {
  return new Date(datetime).toLocaleString(language(), DATE_AND_TIME)
}
