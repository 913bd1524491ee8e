import type { Finding } from '#protocol/receipt/finding.ts'
import { t } from './text.ts'
import type { Verification } from './use-verification.ts'

/** What all findings come to, in a sentence. */
export function Verdict({ verification }: { verification: Verification }) {
  const { tone, title, text } = verdictOf(verification)
  return (
    <div role={tone === 'fails' ? 'alert' : 'status'} class={`notice ${tone}`}>
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
  const failed = findings.filter(({ result }) => result === 'fails')
  const count = String(failed.length)
  if (failed.length > 0) {
    const text = failed.length === 1 ? t('verdictFailsOne') : t('verdictFailsMany', { count })
    return { tone: 'fails', title: t('verdictFails'), text }
  }
  if (!isAsked) return { tone: 'unknown', title: t('verdictUnknown'), text: t('verdictUnknownText') }
  const outcome = t(receipt.outcome.status === 'CONFIRMED' ? 'verdictDone' : 'verdictReverted')
  return { tone: 'holds', title: t('verdictHolds'), text: `${outcome} ${depthText(confirmations)}`.trim() }
}

function depthText(confirmations: bigint | null): string {
  if (confirmations === null) return ''
  return confirmations === 1n ? t('deepOne') : t('deepMany', { count: String(confirmations) })
}
