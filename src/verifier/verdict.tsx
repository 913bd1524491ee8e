import type { Finding } from '#shared/receipt/finding.ts'
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
  if (failed.length > 0) {
    return {
      tone: 'fails',
      title: 'Do not trust this receipt',
      text: `${failed.length === 1 ? 'One thing does' : `${failed.length} things do`} not hold. See below what it is.`,
    }
  }
  if (!isAsked) {
    return {
      tone: 'unknown',
      title: 'Its signatures hold; the chain was not asked yet',
      text: 'The passkey has signed this call and the receipt is unchanged. Whether the chain has carried it out, only a node can say.',
    }
  }
  const outcome =
    receipt.outcome.status === 'CONFIRMED' ? 'was carried out' : 'failed on the chain, and moved nothing'
  const depth =
    confirmations === null
      ? ''
      : ` ${confirmations} ${confirmations === 1n ? 'block confirms' : 'blocks confirm'} it.`
  return {
    tone: 'holds',
    title: 'This receipt is genuine',
    text: `The call that the passkey signed ${outcome}, in the block that the receipt names.${depth}`,
  }
}
