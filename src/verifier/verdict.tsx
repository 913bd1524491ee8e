import type { Finding } from '#shared/receipt/finding.ts'
import { say } from './say.ts'
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
    const text = failed.length === 1 ? say('verdictFailsOne') : say('verdictFailsMany', { count })
    return { tone: 'fails', title: say('verdictFails'), text }
  }
  if (!isAsked) return { tone: 'unknown', title: say('verdictUnknown'), text: say('verdictUnknownText') }
  const outcome = say(receipt.outcome.status === 'CONFIRMED' ? 'verdictDone' : 'verdictReverted')
  return { tone: 'holds', title: say('verdictHolds'), text: `${outcome} ${depthText(confirmations)}`.trim() }
}

function depthText(confirmations: bigint | null): string {
  if (confirmations === null) return ''
  return confirmations === 1n ? say('deepOne') : say('deepMany', { count: String(confirmations) })
}
