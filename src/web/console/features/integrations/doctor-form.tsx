import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Integration } from '#protocol/console-api.ts'
import {
  doctorReportSchema,
  type DoctorFinding,
  type DoctorReport,
  type DoctorRequest,
} from '#protocol/doctor.ts'
import { StateBadge, type Look } from '#web/console/components/badge.tsx'
import { Card } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/values.tsx'
import { TextField, Form } from '#web/console/components/field.tsx'
import { callRoute } from '#web/console/lib/api.ts'
import { t } from '#web/ui/text.ts'
import { findingWords } from './doctor-words.ts'
import { firstProblem, frameOf } from '#web/console/lib/use-change.ts'

/** Asks for a page's address and shows the doctor's findings. */
export function DoctorForm({ integration }: { integration: Integration }) {
  const [url, setUrl] = useState(integration.origins[0] ?? '')
  const doctor = useMutation({
    mutationFn: () => {
      const request: DoctorRequest = {
        url: url.trim(),
        integrationId: integration.id,
        browserDatetime: new Date().toISOString(),
      }
      return callRoute('POST /api/doctor', doctorReportSchema, { body: request })
    },
  })
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card
        title={t('Integration doctor')}
        note={t('Loads a page as a browser would and checks whether the widget works on it.')}
      >
        <Form {...frameOf(doctor)} action={t('Run checks')}>
          <TextField
            label={t('Page URL')}
            hint={t('The page that embeds the widget. It must be readable without signing in.')}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            error={firstProblem(doctor.error)}
            inputMode="url"
            mono
            spellCheck={false}
          />
        </Form>
      </Card>
      <div aria-live="polite">{doctor.data !== undefined && <DoctorFindings report={doctor.data} />}</div>
    </div>
  )
}

/** The doctor's findings, problems first. */
function DoctorFindings({ report }: { report: DoctorReport }) {
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
  const looks: Record<DoctorFinding['level'], Look> = {
    ok: { tone: 'success', label: t('Passed') },
    warning: { tone: 'warning', label: t('Warning') },
    problem: { tone: 'danger', label: t('Problem') },
  }
  return <StateBadge {...looks[level]} />
}
