import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextAreaField } from '#web/console/components/field.tsx'
import { addressBookQuery } from '#web/console/lib/address-book.query.ts'
import { t } from '#web/ui/text.ts'
import { saveAddress } from './address-dialog.tsx'
import { parse } from 'papaparse'
import * as z from 'zod/mini'
import { type SavedAddress, saveAddressRequestSchema } from '#protocol/console-api.ts'
import { csvLine } from '#protocol/display/csv-line.ts'
import { addressInputSchema, checksum } from '#web/console/lib/address-input.ts'

const PROBLEMS_SHOWN = 5
const EXAMPLE = '0x…,Treasury,Vault 3'

/** Imports many names at once. Nothing is saved if a row is invalid. */
export function ImportAddressesDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const save = useMutation({
    mutationFn: async (rows: ReturnType<typeof addressesOfCsv>['rows']) => {
      for (const row of rows) await saveAddress(row)
    },
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: addressBookQuery().queryKey }),
  })
  return (
    <FormDialog
      title={t('Import addresses')}
      purpose={t('One address per line: address, name and, optionally, a note.')}
      size="md"
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        const { rows, problems } = addressesOfCsv(text)
        const isEmpty = rows.length === 0 && problems.length === 0
        setError(isEmpty ? t('Paste at least one line') : problemsText(problems))
        if (!isEmpty && problems.length === 0) save.mutate(rows)
      }}
      problem={save.error}
      action={t('Import')}
      pending={save.isPending}
    >
      <TextAreaField
        label={t('Lines')}
        placeholder={EXAMPLE}
        rows={8}
        mono
        autoFocus
        spellCheck={false}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}

function problemsText(problems: ReturnType<typeof addressesOfCsv>['problems']): string | undefined {
  if (problems.length === 0) return undefined
  const shown = problems
    .slice(0, PROBLEMS_SHOWN)
    // In the schemas' words: the field translates them.
    .map(({ row, column, message }) => `Line ${row}, ${column}: ${message}`)
  const more = problems.length - shown.length
  return [
    ...shown,
    ...(more > 0 ? [t('{more, plural, one {and # more} other {and # more}}', { more })] : []),
  ].join('; ')
}

const ROWS_MAX = 500
const rowSchema = z.object({ address: addressInputSchema, ...saveAddressRequestSchema.shape })
type CsvAddress = z.infer<typeof rowSchema>
type RowProblem = { row: number; column: string; message: string }

/** The book as a CSV file: address, name, note. */
export function csvOfAddresses(book: readonly SavedAddress[]): string {
  const lines = book.map(({ address, label, note }) => csvLine([checksum(address), label, note]))
  return csvLine(['address', 'name', 'note']) + lines.join('')
}

/** Reads `address,name,note` lines, with or without that header; all rows or, if any is invalid, each problem. */
export function addressesOfCsv(text: string): { rows: CsvAddress[]; problems: RowProblem[] } {
  const { data } = parse<string[]>(text.trim(), { skipEmptyLines: 'greedy' })
  const lines = data[0]?.[0]?.trim().toLowerCase() === 'address' ? data.slice(1) : data
  const problems: RowProblem[] = []
  const rows: CsvAddress[] = []
  for (const [index, [address = '', label = '', note = '']] of lines.entries()) {
    const parsed = rowSchema.safeParse({ address, label: label.trim(), note: note.trim() })
    if (parsed.success) rows.push(parsed.data)
    for (const issue of parsed.error?.issues ?? []) {
      const field = String(issue.path[0])
      problems.push({ row: index + 1, column: field === 'label' ? 'name' : field, message: issue.message })
    }
  }
  if (rows.length > ROWS_MAX) {
    problems.push({
      row: ROWS_MAX + 1,
      column: 'address',
      message: `must be at most ${ROWS_MAX} rows at once`,
    })
  }
  return { rows, problems }
}
