import type { VNode } from 'preact'
import { type Finding, FINDING_WORDS } from '#protocol/receipt/finding.ts'
import { translatePieces, t } from '#web/ui/text.ts'
import type { Verification } from './use-verification.ts'

const MARKS: Record<Finding['result'], string> = {
  holds: 'M3 8.5 6.5 12 13 4.5',
  fails: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  unknown: 'M4 8h8',
}

const TONES: Record<Finding['result'], string> = { holds: 'success', fails: 'danger', unknown: 'info' }

/** Each check and its result. */
export function FindingList({ findings }: { findings: readonly Finding[] }): VNode {
  return (
    <section class="card">
      <h2>{t('Checks')}</h2>
      <ul class="findings">
        {findings.map(({ name, result, because, values }) => (
          <li key={name} class={TONES[result]}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={MARKS[result]} />
            </svg>
            <div>
              <p class="strong">
                {nameFinding(name)} <span class="word">{resultWord(result)}</span>
              </p>
              <p class="muted">{translatePieces(FINDING_WORDS[because], values).join('')}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameFinding(name: Finding['name']): string {
  const names: Record<Finding['name'], string> = {
    'service-signature': t('Receipt unchanged'),
    'issuer-key': t('Issuer key'),
    'data-hash': t('Call data'),
    digest: t('Digest'),
    'passkey-signature': t('Passkey signature'),
    'wallet-key': t('Passkey of the wallet'),
    'co-signature': t('Signature of the co-signer'),
    chain: t('Chain'),
    transaction: t('Transaction'),
    outcome: t('Outcome'),
    block: t('Block'),
  }
  return names[name]
}

function resultWord(result: Finding['result']): string {
  if (result === 'unknown') return t('Unknown')
  return result === 'holds' ? t('Valid') : t('Invalid')
}

/** The conclusion from all findings, in one sentence. */
export function Verdict({ verification }: { verification: Verification }): VNode {
  const { tone, title, text } = decideVerdict(verification)
  return (
    <div role={tone === 'fails' ? 'alert' : 'status'} class={`notice ${TONES[tone]}`}>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}

function decideVerdict({ findings, isAsked, receipt, confirmations }: Verification): {
  tone: Finding['result']
  title: string
  text: string
} {
  const count = findings.filter(({ result }) => result === 'fails').length
  if (count > 0) {
    const text = t(
      '{count, plural, one {One check failed. See below.} other {# checks failed. See below.}}',
      { count },
    )
    return { tone: 'fails', title: t('Do not trust this receipt'), text }
  }
  if (!isAsked)
    return {
      tone: 'unknown',
      title: t('Signatures valid; not checked against the chain yet'),
      text: t(
        'The passkey has signed this call and the receipt is unchanged. Check against a node whether the call was executed.',
      ),
    }
  const outcome = t(
    receipt.outcome.status === 'CONFIRMED'
      ? 'The signed call was executed in the block stated in the receipt.'
      : 'The signed call failed in the block stated in the receipt. Nothing was transferred.',
  )
  return {
    tone: 'holds',
    title: t('This receipt is genuine'),
    text: `${outcome} ${depthText(confirmations)}`.trim(),
  }
}

function depthText(confirmations: bigint | null): string {
  if (confirmations === null) return ''
  return t('{count, plural, one {One block confirms it.} other {# blocks confirm it.}}', {
    count: Number(confirmations),
  })
}
