import { useMutation } from '@tanstack/react-query'
import { Button } from './button.tsx'
import { ProblemPanel } from './notice.tsx'
import { saveServerFile } from '#web/console/lib/save-file.ts'
import { t } from '#web/ui/text.ts'

/**
 * Saves a whole filtered list as a file that the console's server makes. A download cannot prompt for the passkey or show a
 * refusal, so `check`, a request, finds out before.
 */
export function useExport(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  check: () => Promise<unknown>,
) {
  return useMutation({
    mutationFn: async (format: string) => {
      await check()
      saveServerFile(path, { ...query, format })
    },
  })
}

type Save = { save: ReturnType<typeof useExport> }

/** One button for each kind of file, with its label. */
export function ExportButtons({
  save,
  formats = listFormats(),
}: Save & { formats?: Record<string, string> }) {
  return Object.entries(formats).map(([format, label]) => (
    <Button
      key={format}
      icon="receive"
      pending={save.isPending && save.variables === format}
      onClick={() => save.mutate(format)}
    >
      {label}
    </Button>
  ))
}

const listFormats = () => ({ csv: t('Export CSV'), json: t('Export JSON') })

export function ExportProblem({ save }: Save) {
  return <ProblemPanel error={save.error} className="mb-4" />
}
