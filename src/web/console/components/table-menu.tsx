import { useId, useReducer, useRef, type ReactElement } from 'react'
import { t } from '#web/ui/text.ts'
import { Button, IconButton } from './button.tsx'
import { FileProblem, type ListFiles } from './export-files.tsx'
import { ColumnChoices, type Columns, optionalColumns, useColumnChoice } from './table-columns.tsx'

/** Number of rows from which a list has a menu. A shorter list is read at a glance. */
const ROWS_MIN = 10

type ListMenuProps<Item> = {
  /** Number of displayed rows. */
  rows: number
  /** Whether the list has more rows than the displayed ones, on other pages or hidden by its filters. */
  isPart?: boolean | undefined
  /** Ways to save the list. Undefined if nothing can be saved. */
  files?: ListFiles | undefined
  /** The table whose columns can be chosen, by its key for the stored choice. */
  table?: string | undefined
  columns?: Columns<Item>
}

/** The one menu of a list: its files and its columns. Renders nothing for a short list. */
export function ListMenu<Item>(props: ListMenuProps<Item>): ReactElement | null {
  const { rows, isPart = false, files, table, columns = {} } = props
  const id = useId()
  const choice = useColumnChoice(table)
  // Renders again on opening, because the width of the window may have changed.
  const [, onToggle] = useReducer((times: number) => times + 1, 0)
  const hasChoice = table !== undefined && optionalColumns(columns).length > 0
  const isLong = isPart || rows >= ROWS_MIN
  // A stored choice can hide columns, so its menu stays.
  const hasColumns = hasChoice && (isLong || choice !== '')
  const hasFiles = files !== undefined && isLong
  if (!hasColumns && !hasFiles) return null
  return (
    <>
      <IconButton icon="more" label={t('List options')} popoverTarget={id} />
      <div
        popover="auto"
        id={id}
        role="group"
        aria-label={t('List options')}
        onToggle={onToggle}
        className="popover-beside w-64 divide-y divide-line rounded-md border border-line bg-raised text-left text-ink shadow-lg"
      >
        {hasFiles && <FileItems files={files} />}
        {hasColumns && <ColumnChoices table={table} columns={columns} />}
      </div>
    </>
  )
}

/** A button per file format. The menu closes when the file is saved, and stays open to show a problem. */
function FileItems({ files }: { files: ListFiles }) {
  const ref = useRef<HTMLDivElement>(null)
  const { save, formats } = files
  const close = (isWhole: boolean) => isWhole && ref.current?.closest<HTMLElement>('[popover]')?.hidePopover()
  return (
    <div ref={ref} className="flex flex-col p-2">
      {Object.entries(formats).map(([format, label]) => (
        <Button
          key={format}
          icon="receive"
          tone="quiet"
          className="justify-start! px-2!"
          pending={save.isPending && save.variables === format}
          onClick={() => save.mutate(format, { onSuccess: close })}
        >
          {label}
        </Button>
      ))}
      <FileProblem save={save} />
    </div>
  )
}
