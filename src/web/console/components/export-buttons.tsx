import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
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
import { Button } from './button.tsx'
import { ProblemPanel } from './notice.tsx'

/**
 * Downloads a whole filtered list as a file from the console's server. A download cannot prompt for the
 * passkey or show a refusal, so the request `check` runs first.
 */
export function useExport(
  { path }: Pick<ConsoleEndpoint, 'path'> & { answer: 'file' },
  query: Readonly<Record<string, string | undefined>>,
  check: () => Promise<unknown>,
): UseMutationResult<void, Error, string, unknown> {
  return useMutation({
    mutationFn: async (format: string) => {
      await check()
      saveServerFile(path, { ...query, format })
    },
  })
}

type Save = {
  save: Pick<ReturnType<typeof useExport>, 'isPending' | 'variables' | 'error'> & {
    mutate: (format: string) => void
  }
}

/** One labelled button per file format. */
export function ExportButtons({
  save,
  formats = listFormats(),
  tone,
}: Save & { formats?: Record<string, string>; tone?: ComponentProps<typeof Button>['tone'] }): ReactNode {
  return Object.entries(formats).map(([format, label]) => (
    <Button
      key={format}
      icon="receive"
      {...(tone && { tone })}
      pending={save.isPending && save.variables === format}
      onClick={() => save.mutate(format)}
    >
      {label}
    </Button>
  ))
}

const listFormats = () => ({ csv: t('Export CSV'), json: t('Export JSON') })

export function ExportProblem({ save }: Save): ReactElement {
  return <ProblemPanel error={save.error} className="mb-4" />
}

type ListExportProps = {
  /** Name of the file. */
  name: string
  /** Reads all items that match the list's filters. */
  read: () => Promise<Exported>
  formats?: ReturnType<typeof listFormats>
}

/** Saves a list as a file that the browser creates. */
export function ListExport({ name, read, formats = listFormats() }: ListExportProps): ReactElement {
  const save = useMutation({
    mutationFn: async (format: string) => {
      const { items, isWhole } = await read()
      const file = `${name}-${new Date(serverNowMs()).toISOString().slice(0, 10)}.${format}`
      if (format === 'csv') saveFile(file, 'text/csv', formatCsv(items))
      else saveFile(file, 'application/json', `${JSON.stringify(items, null, 2)}\n`)
      return isWhole
    },
  })
  return (
    <>
      <div role="status" className="text-sm text-warning not-empty:basis-full not-empty:px-2">
        {save.data === false &&
          t('The file has the newest {count} entries. Narrow the filters to export the others.', {
            count: formatNumber(EXPORTED_MAX),
          })}
        <ExportProblem save={save} />
      </div>
      <ExportButtons save={save} formats={formats} tone="quiet" />
    </>
  )
}

/** Saves items that are already loaded. Renders nothing without items. */
export function ItemsExport({
  name,
  items = [],
}: {
  name: string
  items: readonly object[] | undefined
}): ReactElement | false {
  return items.length > 0 && <ListExport name={name} read={async () => ({ items, isWhole: true })} />
}
