import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { titleOf } from '#protocol/display/call-words.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { Receipt } from '#protocol/receipt/receipt.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { Address } from '#web/ui/address-text.tsx'
import { CallView } from '#web/ui/call-view.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { language, translated, t } from '#web/ui/text.ts'
import type { Verification } from './use-verification.ts'

const NAME_LENGTH_MAX = 200

/** The receipt's content, for a person; the bytes behind a toggle. */
export function ReceiptFacts({ verification }: { verification: Verification }) {
  const { receipt, confirmations } = verification
  const { call, outcome, wallet, organization, approval } = receipt
  const description = describe(receipt)
  return (
    <section class="card">
      <h2>{t('Receipt')}</h2>
      <p class="strong">{titleOf(description, translated)}</p>
      {description !== null && <CallView description={description} isPast />}
      <dl>
        <Fact name={t('Organization')}>{harmlessText(organization.name, NAME_LENGTH_MAX).text}</Fact>
        <Fact name={t('Wallet')}>
          <Address address={checksumAddress(wallet.address)} />
        </Fact>
        <Fact name={t('Contract or recipient')}>
          <Address address={checksumAddress(call.toAddress)} />
        </Fact>
        <Fact name={t('Fee')}>{feeText(receipt)}</Fact>
        {approval !== undefined && (
          <Fact name={t('Approved by the end-user')}>{timeText(approval.decidedAtDatetime)}</Fact>
        )}
        <Fact name={t('Outcome')}>
          {t(outcome.status === 'CONFIRMED' ? 'Confirmed' : 'Failed on the chain')}
        </Fact>
        <Fact name={t('Block')}>
          {confirmations === null
            ? outcome.blockNumber
            : t('{block}, {count} confirmations', {
                block: outcome.blockNumber,
                count: String(confirmations),
              })}
        </Fact>
        <Fact name={t('Transaction hash')} mono>
          {outcome.transactionHash}
        </Fact>
        <Fact name={t('Digest')} mono>
          {receipt.digest}
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

/** Read from the signed bytes; of tokens nothing is known here, so that amounts stay in base units. */
function describe({ wallet, call, chainId }: Receipt): CallDescription | null {
  const walletAddress = checksumAddress(wallet.address)
  const toAddress = checksumAddress(call.toAddress)
  const data = hexFromBytes(bytesFromHex(call.data))
  return describeCallOrNull({ walletAddress, toAddress, value: call.value, data, chainId, tokens: [] })
}

function feeText({ call: { fee, feeCoinAddress } }: Receipt): string {
  if (fee === '0' || sameAddress(feeCoinAddress, ZERO_ADDRESS)) return t('None')
  return t('{units} base units of {token}', { units: fee, token: checksumAddress(feeCoinAddress) })
}

function timeText(datetime: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeStyle: 'long' }).format(
    new Date(datetime),
  )
}
