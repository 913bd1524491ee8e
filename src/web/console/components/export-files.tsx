import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { ConsoleEndpoint } from '#protocol/console/console-endpoint.ts'
import { formatNumber } from '#web/console/lib/display.ts'
import {
  formatCsv,
  type Exported,
  EXPORTED_MAX,
  saveFile,
  saveServerFile,
} from '#web/console/lib/export-items.ts'
import { serverNowMs } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { ProblemPanel } from './notice.tsx'

/** Saves a list in a format. Its result is whether the file has all entries. */
type Save = UseMutationResult<boolean, Error, string>

/** Ways to save a list, with a label per format. */
export type ListFiles = { save: Save; formats: Readonly<Record<string, string>> }

/**
 * Downloads a whole filtered list as a file from the console's server. A download cannot prompt for the
 * passkey or show a refusal, so the request `check` runs first.
 */
export function useServerFiles(
  { path }: Pick<ConsoleEndpoint, 'path'> & { answer: 'file' },
  query: Readonly<Record<string, string | undefined>>,
  check: () => Promise<unknown>,
  formats: ListFiles['formats'] = { csv: t('Export CSV') },
): ListFiles {
  const save = useMutation({
    mutationFn: async (format: string) => {
      await check()
      saveServerFile(path, { ...query, format })
      return true
    },
  })
  return { save, formats }
}

/** Saves a list as a CSV file that the browser creates. `read` reads all items that match the list's filters. */
export function useBrowserFile(
  name: string,
  read: () => Promise<Exported>,
  label: string = t('Export CSV'),
): ListFiles {
  const save = useMutation({
    mutationFn: async (format: string) => {
      const { items, isWhole } = await read()
      const file = `${name}-${new Date(serverNowMs()).toISOString().slice(0, 10)}.${format}`
      saveFile(file, 'text/csv', formatCsv(items))
      return isWhole
    },
  })
  return { save, formats: { csv: label } }
}

/** Saves items that are already loaded. */
export function useItemsFile(name: string, items: readonly object[] = []): ListFiles {
  return useBrowserFile(name, async () => ({ items, isWhole: true }))
}

/** Says which entries a saved file lacks, or why there is no file. */
export function FileProblem({ save }: Pick<ListFiles, 'save'>): ReactElement {
  return (
    <div role="status" className="text-sm text-warning not-empty:p-2">
      {save.data === false &&
        t('The file has the newest {count} entries. Narrow the filters to export the others.', {
          count: formatNumber(EXPORTED_MAX),
        })}
      <ProblemPanel error={save.error} />
    </div>
  )
}
