import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { ExportItem, filterWords } from './export-item.tsx'
import { exportsQuery, startExport } from './export-requests.ts'
import { filterQuery, type WalletFilter } from './wallet-filter.ts'

type ExportDialogProps = { filter: WalletFilter; onClose: () => void }

/** Exports the filtered list, and shows the exports of the last day. Closing it stops nothing. */
function ExportDialog({ filter, onClose }: ExportDialogProps) {
  const queryClient = useQueryClient()
  const exports = useQuery(exportsQuery())
  const start = useMutation({
    mutationFn: () => startExport({ kind: 'wallets', filter: filterQuery(filter) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportsQuery().queryKey }),
  })
  return (
    <Dialog
      title={t('Export wallets')}
      purpose={t('A CSV file for spreadsheets, created in the background. You can close this dialog.')}
      size="md"
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-canvas p-3">
        <p className="min-w-0 flex-1 basis-56 text-sm [overflow-wrap:anywhere]">
          <span className="block font-medium">{t('The current list')}</span>
          <span className="text-muted">{filterWords(filterQuery(filter))}</span>
        </p>
        <Button tone="primary" pending={start.isPending} onClick={() => start.mutate()}>
          {t('Start export')}
        </Button>
      </div>
      {start.isError && (
        <div className="mt-3">
          <ProblemPanel error={start.error} />
        </div>
      )}
      <h3 className="mt-5 mb-1 text-sm font-medium">{t('Your exports of the last day')}</h3>
      <Loaded query={exports} skeleton={<SkeletonRows rows={1} label={t('Loading your exports')} />}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-sm text-muted">{t('None yet.')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {list.map((one) => (
                <ExportItem key={one.id} made={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Opens the exports, and shows the progress of a running one while the dialog is closed. */
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
