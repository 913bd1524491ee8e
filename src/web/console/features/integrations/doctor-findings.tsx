import type { DoctorFinding, DoctorReport } from '#protocol/org/doctor.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Card } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { t } from '#web/ui/text.ts'
import { findingWords } from './doctor-words.ts'

/** What the doctor found, what hinders first. */
export function DoctorFindings({ report }: { report: DoctorReport }) {
  const problems = report.findings.filter((finding) => finding.level === 'problem').length
  const order = { problem: 0, warning: 1, ok: 2 }
  const findings = report.findings.toSorted((a, b) => order[a.level] - order[b.level])
  return (
    <Card
      title={
        problems === 0
          ? t('All checks passed')
          : t('{problems, plural, one {# problem} other {# problems}} to solve', { problems })
      }
      note={t('Read: {url}', { url: report.url })}
      flush
    >
      <ul className="divide-y divide-line">
        {findings.map((finding) => (
          <FindingRow key={finding.check} finding={finding} />
        ))}
      </ul>
    </Card>
  )
}

function FindingRow({ finding }: { finding: DoctorFinding }) {
  const { title, meaning, advice } = findingWords(finding)
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Level level={finding.level} />
        <p className="min-w-0 font-medium [overflow-wrap:anywhere]">{title}</p>
      </div>
      <p className="text-sm [overflow-wrap:anywhere] text-muted">{meaning}</p>
      {finding.level !== 'ok' && finding.seen !== undefined && (
        <p className="font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap text-muted">
          {t('Seen: {seen}', { seen: finding.seen })}
        </p>
      )}
      {finding.level !== 'ok' && advice !== undefined && <p className="text-sm">{advice}</p>}
      {finding.fix !== undefined && <CodeBlock title={t('Snippet')} what={t('snippet')} code={finding.fix} />}
    </li>
  )
}

function Level({ level }: Pick<DoctorFinding, 'level'>) {
  switch (level) {
    case 'ok':
      return (
        <Badge tone="success" dot>
          {t('Passed')}
        </Badge>
      )
    case 'warning':
      return (
        <Badge tone="warning" dot>
          {t('Warning')}
        </Badge>
      )
    case 'problem':
      return (
        <Badge tone="danger" dot>
          {t('Problem')}
        </Badge>
      )
  }
}
