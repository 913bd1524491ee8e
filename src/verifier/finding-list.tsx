import type { Finding, FindingName } from '#shared/receipt/finding.ts'

const TITLES: Record<FindingName, string> = {
  'service-signature': 'Receipt unchanged',
  'issuer-key': 'Key of the issuer',
  'data-hash': 'Call data',
  digest: 'Digest',
  'passkey-signature': 'Passkey signature',
  'wallet-key': 'Passkey of the wallet',
  chain: 'Chain',
  transaction: 'Transaction',
  outcome: 'Outcome',
  block: 'Block',
}
const WORDS: Record<Finding['result'], string> = {
  holds: 'Holds',
  fails: 'Does not hold',
  unknown: 'Not known',
}
const MARKS: Record<Finding['result'], string> = {
  holds: 'M3 8.5 6.5 12 13 4.5',
  fails: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  unknown: 'M4 8h8',
}

/** Each thing that was looked at, and what came of it. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <section class="card">
      <h2>What was checked</h2>
      <ul class="findings">
        {findings.map(({ name, result, because }) => (
          <li key={name} class={result}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={MARKS[result]} />
            </svg>
            <div>
              <p class="strong">
                {TITLES[name]} <span class={`word ${result}`}>{WORDS[result]}</span>
              </p>
              <p class="muted">{because}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
