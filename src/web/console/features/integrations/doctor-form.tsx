import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Integration } from '#protocol/org/console-api.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { ApiError } from '#web/console/lib/api-error.ts'
import { t } from '#web/ui/text.ts'
import { DoctorFindings } from './doctor-findings.tsx'
import { runDoctor } from './run-doctor.ts'

/** Asks for a page's address and shows what the doctor found on it. */
export function DoctorForm({ integration }: { integration: Integration }) {
  const [url, setUrl] = useState(integration.origins[0] ?? '')
  const doctor = useMutation({
    mutationFn: () =>
      runDoctor({
        url: url.trim(),
        integrationId: integration.id,
        browserDatetime: new Date().toISOString(),
      }),
  })
  const named = doctor.error instanceof ApiError ? doctor.error.errors?.[0]?.message : undefined
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    doctor.mutate()
  }
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card
        title={t('Integration doctor')}
        note={t('Loads a page as a browser would and checks whether the widget works on it.')}
      >
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <TextField
            label={t('Page URL')}
            hint={t('The page that embeds the widget. It must be readable without signing in.')}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            error={named}
            inputMode="url"
            mono
            spellCheck={false}
          />
          {doctor.error !== null && named === undefined && <ProblemPanel error={doctor.error} />}
          <div>
            <Button type="submit" tone="primary" size="md" pending={doctor.isPending}>
              {t('Run checks')}
            </Button>
          </div>
        </form>
      </Card>
      <div aria-live="polite">{doctor.data !== undefined && <DoctorFindings report={doctor.data} />}</div>
    </div>
  )
}
