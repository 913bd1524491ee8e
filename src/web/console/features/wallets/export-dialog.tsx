import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { Button, DialogButton } from '#web/console/components/button.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { filterQuery, type WalletFilter } from './wallet-filter.ts'
import { harmlessText } from '#protocol/display/text.ts'
import {
  type Export,
  type WalletExportFilter,
  exportListSchema,
  type ExportRequest,
} from '#protocol/exports.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { language } from '#web/ui/language.ts'
import { runRoute } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'

/** Exports the filtered list, and shows the exports of the last day. Closing it stops nothing. */
function ExportDialog({ filter, onClose }: { filter: WalletFilter; onClose: () => void }) {
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
      <ProblemPanel error={start.error} className="mt-3" />
      <h3 className="mt-5 mb-1 text-sm font-medium">{t('Your exports of the last day')}</h3>
      <Loaded
        query={exports}
        skeleton={<SkeletonRows rows={1} label={t('Loading your exports')} />}
        empty={<p className="text-sm text-muted">{t('None yet.')}</p>}
      >
        {(list) => (
          <ul className="divide-y divide-line">
            {list.map((one) => (
              <ExportItem key={one.id} made={one} />
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Opens the exports, and shows the progress of a running one while the dialog is closed. */
export function ExportButton({ filter }: { filter: WalletFilter }) {
  const exports = useQuery(exportsQuery())
  const running = exports.data?.find(({ state }) => state === 'running')
  return (
    <DialogButton icon="receive" dialog={(close) => <ExportDialog filter={filter} onClose={close} />}>
      {running === undefined
        ? t('Export')
        : t('Exporting, {rows, plural, one {# wallet} other {# wallets}}', { rows: running.rows })}
    </DialogButton>
  )
}

function ExportItem({ made }: { made: Export }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteExport(made.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportsQuery().queryKey }),
  })
  const isRunning = made.state === 'running'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="font-medium [overflow-wrap:anywhere]">{filterWords(made.filter)}</p>
        <p className="text-muted" role="status">
          {t('{rows, plural, one {# wallet} other {# wallets}}', { rows: made.rows })}
          {made.state === 'done' && ` · ${sizeText(made.bytes)}`} ·{' '}
          <TimeAgo datetime={made.createdAtDatetime} />
        </p>
        {made.problem !== undefined && <p className="text-danger [overflow-wrap:anywhere]">{made.problem}</p>}
        {isRunning && <RunningBar />}
      </div>
      {isRunning && <Badge tone="info">{t('In progress')}</Badge>}
      {made.state === 'failed' && <Badge tone="danger">{t('Failed')}</Badge>}
      {made.state === 'done' && (
        <a
          href={`/api/exports/${made.id}/file`}
          download
          className="inline-flex h-8 shrink-0 items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm font-medium shadow-sm hover:border-line-strong hover:bg-hover pointer-coarse:h-10"
        >
          <Icon name="receive" />
          {t('Download')}
        </a>
      )}
      <Button tone="quiet" pending={remove.isPending} onClick={() => remove.mutate()}>
        {isRunning ? t('Stop') : t('Delete')}
      </Button>
      <ProblemPanel error={remove.error} />
    </li>
  )
}

/** The list's length is unknown, so this shows activity without a percentage. */
function RunningBar() {
  return (
    <div
      role="progressbar"
      aria-label={t('In progress')}
      className="mt-2 h-1 w-full overflow-hidden rounded-full bg-sunken"
    >
      <div className="skeleton-motion h-full w-full rounded-full bg-accent" />
    </div>
  )
}

function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const)
  const format = new Intl.NumberFormat(language(), { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(bytes / size)
}

const SEARCH_LENGTH_MAX = 60

/** A list's filters and its order, in a line. */
function filterWords(filter: WalletExportFilter): string {
  const { q, owner, state, sinceDatetime, untilDatetime, sort } = filter
  const words: string[] = []
  if (q !== undefined && q !== '') words.push(`“${harmlessText(q, SEARCH_LENGTH_MAX).text}”`)
  if (owner === 'organization') words.push(t('The organization'))
  if (owner === 'end-user') words.push(t('End-users'))
  if (state === 'deployed') words.push(t('Deployed'))
  if (state === 'submitted') words.push(t('Deploying'))
  if (sinceDatetime !== undefined) words.push(t('From {day}', { day: dayText(sinceDatetime, 0) }))
  if (untilDatetime !== undefined) words.push(t('Until {day}', { day: dayText(untilDatetime, 1) }))
  if (words.length === 0) words.push(t('All wallets'))
  if (sort === 'oldest') words.push(t('Oldest first'))
  if (sort === 'label') words.push(t('By name'))
  return words.join(' · ')
}

/** The end of a period belongs to the day before. */
function dayText(datetime: string, millisecondsBefore: number): string {
  const format = new Intl.DateTimeFormat(language(), { dateStyle: 'medium' })
  return format.format(new Date(Date.parse(datetime) - millisecondsBefore))
}

const RUNNING_INTERVAL_MS = 800

/** The user's own exports of the last day, newest first; polled while one of them is running. */
const exportsQuery = () =>
  queryOptions({
    ...pathQuery(['exports'], '/api/exports', exportListSchema),
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return false
      return state.data?.some((one) => one.state === 'running') === true ? RUNNING_INTERVAL_MS : false
    },
  })

/** Requests an export of every selected wallet, made in the background. */
const startExport = (body: ExportRequest) => runRoute('POST /api/exports', { body })

/** Stops a running export, or deletes its file. */
const deleteExport = (id: string) => runRoute('DELETE /api/exports/:exportId', { params: { exportId: id } })
