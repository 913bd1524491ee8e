import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { TextAreaField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { addressBookQuery } from '#web/console/lib/address-book.query.ts'
import { t } from '#web/ui/text.ts'
import { addressesOfCsv } from './address-csv.ts'
import { saveAddress } from './saved-address-requests.ts'

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
    <Dialog
      title={t('Import addresses')}
      purpose={t('One address per line: address, name and, optionally, a note.')}
      size="md"
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { rows, problems } = addressesOfCsv(text)
          const isEmpty = rows.length === 0 && problems.length === 0
          setError(isEmpty ? t('Paste at least one line') : problemsText(problems))
          if (!isEmpty && problems.length === 0) save.mutate(rows)
        }}
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
        <ProblemPanel error={save.error} />
        <div className="flex justify-end">
          <Button type="submit" tone="primary" size="md" pending={save.isPending}>
            {t('Import')}
          </Button>
        </div>
      </form>
    </Dialog>
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
