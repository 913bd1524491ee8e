import { useState, type ClipboardEvent, type KeyboardEvent, type ReactElement } from 'react'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { BATCH_ITEMS_MAX } from '#protocol/limits.ts'
import { Button, IconButton } from '#web/console/components/button.tsx'
import { FieldMessage } from '#web/console/components/field.tsx'
import { bindFields } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { BatchPaste } from './batch-paste.tsx'
import { EMPTY_ROW, type BatchRow, type SendValues } from './send-values.ts'

/**
 * Items and their amounts as a table. Enter moves to the row below and adds one at the end. Pasting a table
 * fills the cells.
 */
export function BatchEditor({ form }: { form: UseFormReturn<SendValues> }): ReactElement {
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'rows' })
  const [pasted, setPasted] = useState<string | null>(null)
  const { errors } = form.formState
  const isFull = fields.length >= BATCH_ITEMS_MAX
  const listError = errors.rows?.message ?? errors.rows?.root?.message

  const add = () => append(EMPTY_ROW, { focusName: `rows.${fields.length}.tokenId` })
  const goDown = (event: KeyboardEvent, row: number, column: keyof BatchRow) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (row + 1 < fields.length) form.setFocus(`rows.${row + 1}.${column}`)
    else if (!isFull) add()
  }
  const takePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\n\t,;]/.test(text.trim())) return
    event.preventDefault()
    setPasted(text)
  }
  return (
    <div className="flex flex-col gap-3">
      <BatchTable
        form={form}
        rowIds={fields.map(({ id }) => id)}
        onKeyDown={goDown}
        onPaste={takePaste}
        onRemove={remove}
      />
      <FieldMessage id="batch-error" error={listError} />
      <div className="flex flex-wrap gap-2">
        <Button icon="plus" onClick={add} disabled={isFull}>
          {t('Add a row')}
        </Button>
        {pasted === null && (
          <Button icon="copy" onClick={() => setPasted('')}>
            {t('Paste CSV')}
          </Button>
        )}
      </div>
      {pasted !== null && (
        <BatchPaste
          text={pasted}
          onChange={setPasted}
          onTaken={(rows) => {
            replace(rows)
            setPasted(null)
          }}
          onClose={() => setPasted(null)}
        />
      )}
    </div>
  )
}

type BatchTableProps = {
  form: UseFormReturn<SendValues>
  rowIds: readonly string[]
  onKeyDown: (event: KeyboardEvent, row: number, column: keyof BatchRow) => void
  onPaste: (event: ClipboardEvent) => void
  onRemove: (row: number) => void
}

function BatchTable({ form, rowIds, onKeyDown, onPaste, onRemove }: BatchTableProps) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="mb-1 text-left text-sm font-medium">
        {t('Rows: {count} of {max}', { count: rowIds.length, max: BATCH_ITEMS_MAX })}
      </caption>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="w-8 py-1 font-medium">
            <span className="sr-only">{t('Row')}</span>
          </th>
          <th scope="col" className="py-1 pr-2 font-medium">
            {t('Token ID')}
          </th>
          <th scope="col" className="py-1 pr-2 font-medium">
            {t('Units')}
          </th>
          <th scope="col" className="w-10">
            <span className="sr-only">{t('Remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rowIds.map((id, row) => (
          <tr key={id} className="align-top">
            <th scope="row" className="pt-2.5 text-sm font-normal text-muted tabular-nums">
              {row + 1}
            </th>
            {(['tokenId', 'amount'] as const).map((column) => (
              <td key={column} className="py-0.5 pr-2">
                <BatchCell
                  form={form}
                  row={row}
                  column={column}
                  onKeyDown={(event) => onKeyDown(event, row, column)}
                  onPaste={onPaste}
                />
              </td>
            ))}
            <td className="pt-1.5">
              <IconButton
                icon="close"
                label={t('Remove row {row}', { row: row + 1 })}
                onClick={() => onRemove(row)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type BatchCellProps = {
  form: UseFormReturn<SendValues>
  row: number
  column: keyof BatchRow
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
}

function BatchCell({ form, row, column, ...events }: BatchCellProps) {
  const { error, ...input } = bindFields(form)(`rows.${row}.${column}`)
  const id = `batch-${row}-${column}`
  const name =
    column === 'tokenId'
      ? t('Token ID, row {row}', { row: row + 1 })
      : t('Units, row {row}', { row: row + 1 })
  return (
    <>
      <input
        type="text"
        autoComplete="off"
        inputMode="numeric"
        aria-label={name}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : id}
        {...input}
        {...events}
        className={`block h-9 w-full min-w-0 rounded-md border bg-surface px-2 font-mono text-sm shadow-sm hover:border-muted max-sm:text-lg ${error === undefined ? 'border-line-strong' : 'border-danger-solid'}`}
      />
      <FieldMessage id={id} error={error} />
    </>
  )
}
