import { FINDING_WORDS, type Finding } from '#protocol/receipt/finding.ts'
import { piecesOf, t } from '#web/ui/text.ts'

const MARKS: Record<Finding['result'], string> = {
  holds: 'M3 8.5 6.5 12 13 4.5',
  fails: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  unknown: 'M4 8h8',
}

/** The colours of a result. */
export const TONES: Record<Finding['result'], string> = { holds: 'success', fails: 'danger', unknown: 'info' }

/** Each thing that was looked at, and what came of it. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
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
                {nameOf(name)} <span class="word">{resultWord(result)}</span>
              </p>
              <p class="muted">{piecesOf(FINDING_WORDS[because], values).join('')}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameOf(name: Finding['name']): string {
  const names: Record<Finding['name'], string> = {
    'service-signature': t('Receipt unchanged'),
    'issuer-key': t('Issuer key'),
    'data-hash': t('Call data'),
    digest: t('Digest'),
    'passkey-signature': t('Passkey signature'),
    'wallet-key': t('Passkey of the wallet'),
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
