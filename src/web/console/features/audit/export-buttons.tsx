import { useMutation } from '@tanstack/react-query'
import { auditPageSchema } from '#protocol/audit.ts'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { callApi } from '#web/console/lib/api.ts'
import { t } from '#web/ui/text.ts'
import { auditFilterOf, type AuditParams } from './audit-requests.ts'

type Format = 'csv' | 'jsonl'

/** Saves the filtered log: to read (CSV), or to verify independently (JSON lines with the chain). */
export function useAuditExport(params: AuditParams) {
  return useMutation({
    mutationFn: async (format: Format) => {
      const query = Object.entries({ ...auditFilterOf(params), format })
      // A download cannot prompt for the passkey, so a request checks the session first.
      await callApi({ method: 'GET', path: '/api/audit', query: { limit: '1' }, answer: auditPageSchema })
      const search = new URLSearchParams(
        query.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      )
      const link = document.createElement('a')
      link.href = `/api/audit/export?${search.toString()}`
      link.download = ''
      link.click()
    },
  })
}

export function ExportButtons({ save }: { save: ReturnType<typeof useAuditExport> }) {
  const pending = (format: Format) => save.isPending && save.variables === format
  return (
    <>
      <Button icon="receive" pending={pending('csv')} onClick={() => save.mutate('csv')}>
        {t('Export CSV')}
      </Button>
      <Button icon="receive" pending={pending('jsonl')} onClick={() => save.mutate('jsonl')}>
        {t('Export with hashes')}
      </Button>
    </>
  )
}

export function ExportProblem({ save }: { save: ReturnType<typeof useAuditExport> }) {
  if (save.error === null) return null
  return (
    <div className="mb-4">
      <ProblemPanel error={save.error} />
    </div>
  )
}
