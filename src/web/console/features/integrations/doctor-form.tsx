import { useState, type ReactElement } from 'react'
import * as z from 'zod/mini'
import { DOCTOR_ENDPOINTS } from '#protocol/console/doctor-endpoints.ts'
import type { Integration } from '#protocol/console/integrations.ts'
import { doctorRequestSchema, type DoctorFinding, type DoctorReport } from '#protocol/doctor.ts'
import { StateBadge, type Look } from '#web/console/components/badge.tsx'
import { Card } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { findingWords } from './doctor-words.ts'

const formSchema = z.object({ url: doctorRequestSchema.shape.url })

/** Asks for a page's URL and shows the findings of the doctor. */
export function DoctorForm({ integration }: { integration: Integration }): ReactElement {
  const [report, setReport] = useState<DoctorReport>()
  const { field, frame } = useSchemaForm(formSchema, {
    defaultValues: { url: integration.origins[0] ?? '' },
    send: ({ url }) => {
      setReport(undefined)
      const browserDatetime = new Date().toISOString()
      const body = { url: url.trim(), integrationId: integration.id, browserDatetime }
      return consoleApi.call(DOCTOR_ENDPOINTS.runDoctor, { body })
    },
    onDone: setReport,
  })
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card
        title={t('Integration doctor')}
        note={t('Loads a page as a browser would and checks whether the widget works on it.')}
      >
        <Form {...frame} action={t('Run checks')}>
          <TextField
            label={t('Page URL')}
            hint={t('The page that embeds the widget. It must be readable without signing in.')}
            inputMode="url"
            mono
            {...field('url')}
          />
        </Form>
      </Card>
      <div aria-live="polite">{report !== undefined && <DoctorFindings report={report} />}</div>
    </div>
  )
}

/** Findings of the doctor, problems first. */
function DoctorFindings({ report }: { report: DoctorReport }) {
  const order = { problem: 0, warning: 1, ok: 2 }
  const findings = report.findings.toSorted((a, b) => order[a.level] - order[b.level])
  return (
    <Card title={verdictText(report)} note={t('Read: {url}', { url: report.url })} flush>
      <ul className="divide-y divide-line">
        {findings.map((finding) => {
          const { title, meaning, advice } = findingWords(finding)
          return (
            <li key={finding.code} className="flex flex-col gap-2 px-4 py-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <StateBadge {...levelLooks()[finding.level]} />
                <p className="min-w-0 font-medium [overflow-wrap:anywhere]">{title}</p>
              </div>
              <p className="text-sm [overflow-wrap:anywhere] text-muted">{meaning}</p>
              {finding.level !== 'ok' && finding.seen !== undefined && (
                <p className="font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap text-muted">
                  {t('Seen: {seen}', { seen: finding.seen })}
                </p>
              )}
              {finding.level !== 'ok' && advice !== undefined && <p className="text-sm">{advice}</p>}
              {finding.fix !== undefined && (
                <CodeBlock title={t('Snippet')} what={t('snippet')} code={finding.fix} />
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function verdictText({ findings }: DoctorReport): string {
  const count = (wanted: DoctorFinding['level']) => findings.filter(({ level }) => level === wanted).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems > 0) return t('{problems, plural, one {# problem} other {# problems}} to solve', { problems })
  if (warnings > 0)
    return t('No problem, {warnings, plural, one {# warning} other {# warnings}}', { warnings })
  return t('All checks passed')
}

const levelLooks = (): Record<DoctorFinding['level'], Look> => ({
  ok: { tone: 'success', label: t('Passed') },
  warning: { tone: 'warning', label: t('Warning') },
  problem: { tone: 'danger', label: t('Problem') },
})
