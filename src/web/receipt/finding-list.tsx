import type { Finding } from '#protocol/receipt/finding.ts'
import { t } from './text.ts'

const MARKS: Record<Finding['result'], string> = {
  holds: 'M3 8.5 6.5 12 13 4.5',
  fails: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  unknown: 'M4 8h8',
}

/** Each thing that was looked at, and what came of it. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <section class="card">
      <h2>{t('checked')}</h2>
      <ul class="findings">
        {findings.map(({ name, result, because, values }) => (
          <li key={name} class={result}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={MARKS[result]} />
            </svg>
            <div>
              <p class="strong">
                {t(name)} <span class={`word ${result}`}>{t(result)}</span>
              </p>
              <p class="muted">{t(because, values)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
