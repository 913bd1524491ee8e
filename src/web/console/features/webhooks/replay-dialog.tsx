import { useState, type ReactElement } from 'react'
import { type ReplayEventsRequest, type Webhook, WEBHOOK_ENDPOINTS } from '#protocol/webhooks.ts'
import { AskDialog, DoneDialog } from '#web/console/components/dialog.tsx'
import { CheckField, SelectField, TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { useChange, orgApi } from '#web/console/lib/api.ts'
import { timeZone, PERIODS, periodChoices, sinceDatetime } from '#web/console/lib/display.ts'
import { serverNowMs, useNow } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'

type ReplayDialogProps = {
  webhook: Webhook
  /** Time at which the endpoint was last disabled, as far as this page knows. */
  disabledAtDatetime: string | null
  onClose: () => void
}

/** Resends missed events since a chosen time. */
export function ReplayDialog({ webhook, disabledAtDatetime, onClose }: ReplayDialogProps): ReactElement {
  const [period, setPeriod] = useState<ReplayPeriod>(disabledAtDatetime === null ? 'day' : 'disabled')
  const [chosen, setChosen] = useState(() => localMinute(serverNowMs() - 3_600_000))
  const [undeliveredOnly, setUndeliveredOnly] = useState(true)
  const [isWrong, setIsWrong] = useState(false)
  const nowMs = useNow()
  const replay = useChange(
    (since: string) => replayEvents(webhook.id, { sinceDatetime: since, undeliveredOnly }),
    ['webhooks', webhook.id],
  )
  const send = () => {
    const since = replayBeginning({ period, chosen }, { nowMs: serverNowMs(), disabledAtDatetime })
    setIsWrong(since === undefined)
    if (since !== undefined) replay.mutate(since)
  }
  if (replay.data !== undefined) return <ReplayDone count={replay.data} onClose={onClose} />
  return (
    <AskDialog
      title={t('Replay events')}
      purpose={t('Events keep their IDs, so that a receiver can recognize duplicates.')}
      onClose={onClose}
      run={{ ...replay, mutate: send }}
      action={t('Replay')}
    >
      <SelectField
        label={t('Which events')}
        options={replayChoices(disabledAtDatetime)}
        value={period}
        onChange={({ target }) => setPeriod(REPLAY_PERIODS.find((one) => one === target.value) ?? 'day')}
      />
      {period === 'chosen' && (
        <TextField
          type="datetime-local"
          label={t('Since')}
          hint={t('In your own time zone ({zone}). Events are kept for 30 days.', { zone: timeZone() })}
          value={chosen}
          max={localMinute(nowMs)}
          onChange={({ target }) => setChosen(target.value)}
          error={isWrong ? t('Choose a time that has passed') : undefined}
        />
      )}
      <CheckField checked={undeliveredOnly} onChange={setUndeliveredOnly}>
        {t('Skip delivered events')}
        <span className="block text-muted">
          {t('Otherwise the receiver gets every event a second time.')}
        </span>
      </CheckField>
    </AskDialog>
  )
}

function ReplayDone({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <DoneDialog title={t('Replay events')} onClose={onClose}>
      <Notice tone={count === 0 ? 'info' : 'success'} announce>
        {t('{count, plural, =0 {No events in this period.} one {# event queued.} other {# events queued.}}', {
          count,
        })}
      </Notice>
    </DoneDialog>
  )
}

const REPLAY_PERIODS = [...PERIODS, 'disabled', 'chosen'] as const
type ReplayPeriod = (typeof REPLAY_PERIODS)[number]

/** Periods to choose from. "Since it was disabled" is offered only if it was. */
export function replayChoices(disabledAtDatetime: string | null): { value: ReplayPeriod; label: string }[] {
  const since = { value: 'disabled', label: t('Since it was disabled') } as const
  return [
    ...(disabledAtDatetime === null ? [] : [since]),
    ...periodChoices(),
    { value: 'chosen', label: t('Since a chosen time') },
  ]
}

/** Start of a replay. Undefined for a missing or nonexistent time. */
export function replayBeginning(
  { period, chosen }: { period: ReplayPeriod; chosen: string },
  { nowMs, disabledAtDatetime }: { nowMs: number; disabledAtDatetime: string | null },
): string | undefined {
  if (period === 'disabled') return disabledAtDatetime ?? undefined
  if (period !== 'chosen') return sinceDatetime(period, nowMs)
  const chosenMs = Date.parse(chosen)
  return Number.isNaN(chosenMs) || chosenMs > nowMs ? undefined : new Date(chosenMs).toISOString()
}

/** A time for `<input type="datetime-local">`, in the reader's time zone, to the minute. */
export function localMinute(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - offsetMs).toISOString().slice(0, 16)
}

type Replay = { sinceDatetime: string; undeliveredOnly: boolean }

/** Replays all events since a time, in as many calls as needed. Returns the number of events. */
async function replayEvents(webhookId: string, replay: Replay): Promise<number> {
  const { sinceDatetime, undeliveredOnly } = replay
  let result = await replayOnce(webhookId, { sinceDatetime, undeliveredOnly })
  let { replayed } = result
  while (!result.complete && result.throughSequence !== null) {
    result = await replayOnce(webhookId, { afterSequence: result.throughSequence, undeliveredOnly })
    replayed += result.replayed
  }
  return replayed
}

const replayOnce = (webhookId: string, body: ReplayEventsRequest) =>
  orgApi.call(WEBHOOK_ENDPOINTS.replayEvents, { params: { webhookId }, body })
