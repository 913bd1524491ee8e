import { useMutation, useQueryClient } from '@tanstack/react-query'
import { parse } from 'papaparse'
import { useState, type ReactElement } from 'react'
import { ADDRESS_BOOK_ENDPOINTS } from '#protocol/console/address-book-endpoints.ts'
import { ADDRESSES_IMPORTED_MAX } from '#protocol/console/address-book.ts'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { TextAreaField } from '#web/console/components/field.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { addressBookQuery } from '#web/console/lib/known-addresses.ts'
import { t } from '#web/ui/text.ts'
import { formSchema, type FormValues } from './address-form.ts'

const PROBLEMS_SHOWN = 5
const EXAMPLE = '0x…,Treasury,Vault 3'

/** Imports many addresses at once. Saves nothing if a row is invalid. */
export function ImportAddressesDialog({ onClose }: { onClose: () => void }): ReactElement {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const save = useMutation({
    mutationFn: (addresses: ReturnType<typeof addressesOfCsv>['rows']) =>
      consoleApi.call(ADDRESS_BOOK_ENDPOINTS.importAddresses, { body: { addresses } }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: addressBookQuery().queryKey }),
  })
  const take = () => {
    const { rows, problems } = addressesOfCsv(text)
    const isEmpty = rows.length === 0 && problems.length === 0
    setError(isEmpty ? t('Paste at least one line') : problemsText(problems))
    if (!isEmpty && problems.length === 0) save.mutate(rows)
  }
  return (
    <AskDialog
      title={t('Import addresses')}
      purpose={t('One address per line: address, name and, optionally, a note.')}
      size="md"
      onClose={onClose}
      run={{ ...save, mutate: take }}
      action={t('Import')}
    >
      <TextAreaField
        label={t('Lines')}
        placeholder={EXAMPLE}
        rows={8}
        mono
        autoFocus
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
    </AskDialog>
  )
}

function problemsText(problems: ReturnType<typeof addressesOfCsv>['problems']): string | undefined {
  const shown = problems
    .slice(0, PROBLEMS_SHOWN)
    // Uses the English words of the schemas, which the field translates.
    .map(({ row, column, message }) => `Line ${row}, ${column}: ${message}`)
  const more = problems.length - shown.length
  if (more > 0) shown.push(t('{more, plural, one {and # more} other {and # more}}', { more }))
  return shown.join('; ') || undefined
}

type RowProblem = { row: number; column: string; message: string }

/**
 * Reads lines of `address,name,note`, with or without that header. `rows` may only be saved if there are no
 * `problems`.
 */
export function addressesOfCsv(text: string): { rows: FormValues[]; problems: RowProblem[] } {
  const { data } = parse<string[]>(text.trim(), { skipEmptyLines: 'greedy' })
  const lines = data[0]?.[0]?.trim().toLowerCase() === 'address' ? data.slice(1) : data
  const problems: RowProblem[] = []
  const rows: FormValues[] = []
  for (const [index, [address = '', label = '', note = '']] of lines.entries()) {
    const parsed = formSchema.safeParse({ address, label: label.trim(), note: note.trim() })
    if (parsed.success) rows.push(parsed.data)
    for (const issue of parsed.error?.issues ?? []) {
      const field = String(issue.path[0])
      problems.push({ row: index + 1, column: field === 'label' ? 'name' : field, message: issue.message })
    }
  }
  const message = `must be at most ${ADDRESSES_IMPORTED_MAX} rows at once`
  if (rows.length > ADDRESSES_IMPORTED_MAX)
    problems.push({ row: ADDRESSES_IMPORTED_MAX + 1, column: 'address', message })
  return { rows, problems }
}
