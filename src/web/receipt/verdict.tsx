import type { Finding } from '#protocol/receipt/finding.ts'
import { TONES } from './finding-list.tsx'
import { t } from '#web/ui/text.ts'
import type { Verification } from './use-verification.ts'

/** The conclusion of all findings, in a sentence. */
export function Verdict({ verification }: { verification: Verification }) {
  const { tone, title, text } = verdictOf(verification)
  return (
    <div role={tone === 'fails' ? 'alert' : 'status'} class={`notice ${TONES[tone]}`}>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}

function verdictOf({ findings, isAsked, receipt, confirmations }: Verification): {
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
