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
      '{count, plural, one {One thing does not hold. See below what it is.} other {# things do not hold. See below what they are.}}',
      { count },
    )
    return { tone: 'fails', title: t('Do not trust this receipt'), text }
  }
  if (!isAsked)
    return {
      tone: 'unknown',
      title: t('Its signatures hold; the chain was not asked yet'),
      text: t(
        'The passkey has signed this call and the receipt is unchanged. Whether the chain has carried it out, only a node can say.',
      ),
    }
  const outcome = t(
    receipt.outcome.status === 'CONFIRMED'
      ? 'The call that the passkey signed was carried out, in the block that the receipt names.'
      : 'The call that the passkey signed failed on the chain, and moved nothing, in the block that the receipt names.',
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
