import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { t } from '#web/ui/text.ts'
import { ExportDialog } from './export-dialog.tsx'
import { exportsQuery } from './list-exports.query.ts'
import type { WalletFilter } from './wallet-filter.ts'

/** Opens the exports; says how far one is that goes on while its dialog is closed. */
export function ExportButton({ filter }: { filter: WalletFilter }) {
  const [isOpen, setIsOpen] = useState(false)
  const exports = useQuery(exportsQuery())
  const running = exports.data?.find(({ state }) => state === 'running')
  return (
    <>
      <Button icon="receive" onClick={() => setIsOpen(true)}>
        {running === undefined
          ? t('Export')
          : t('Exporting, {rows, plural, one {# wallet} other {# wallets}}', { rows: running.rows })}
      </Button>
      {isOpen && <ExportDialog filter={filter} onClose={() => setIsOpen(false)} />}
    </>
  )
}
