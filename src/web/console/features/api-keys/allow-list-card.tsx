import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { API_KEY_ENDPOINTS } from '#protocol/api-keys.ts'
import type { ApiKey, IpAllowList, IpAllowListMode } from '#protocol/api-keys.ts'
import { StateBadge, type Look } from '#web/console/components/badge.tsx'
import { Button, DialogButton, useMay } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { TextAreaField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { DryRunResult, dryRunAllowList, EnforceDialog } from './allow-list-dry-run.tsx'
import { apiKeysQuery, updateApiKey } from './api-key-requests.ts'
import { rangeProblem, splitRanges, refusedRanges } from './range-lines.ts'

/**
 * Allowed IP addresses of a key. A list is tested against past requests, then monitored, and only then
 * enforced.
 */
export function AllowListCard({ apiKey }: { apiKey: ApiKey }): ReactElement {
  const { may } = useMay(API_KEY_ENDPOINTS.updateApiKey)
  const saved = apiKey.ipAllowList ?? { mode: 'off', ranges: [] }
  return (
    <Card
      title={t('Allowed IP addresses')}
      note={modeNotes()[saved.mode]}
      actions={<StateBadge {...modeLooks()[saved.mode]} />}
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm">
          <ModeSentence apiKey={apiKey} mode={saved.mode} />
        </p>
        {may ? (
          <AllowListForm apiKey={apiKey} saved={saved} />
        ) : (
          saved.ranges.length > 0 && (
            <ul className="font-mono text-sm">
              {saved.ranges.map((range) => (
                <li key={range}>{range}</li>
              ))}
            </ul>
          )
        )}
      </div>
    </Card>
  )
}

function useAllowListForm(apiKey: ApiKey, saved: IpAllowList) {
  const queryClient = useQueryClient()
  const [text, setText] = useState(saved.ranges.join('\n'))
  const ranges = splitRanges(text)
  const isChanged = ranges.join() !== saved.ranges.join()
  const refuseFirst = async () => {
    const refused = refusedRanges(ranges)
    if (refused !== undefined) throw refused
  }
  const dryRun = useMutation({
    mutationFn: () => refuseFirst().then(() => dryRunAllowList(apiKey.id, ranges)),
  })
  const save = useMutation({
    mutationFn: (mode: IpAllowListMode) =>
      refuseFirst().then(() => updateApiKey(apiKey.id, { ipAllowList: { mode, ranges } })),
    onSuccess: async (updated) => {
      setText(updated.ipAllowList?.ranges.join('\n') ?? '')
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
    },
  })
  const fieldProblem = rangeProblem(dryRun.error, ranges) ?? rangeProblem(save.error, ranges)
  const change = (next: string) => {
    setText(next)
    dryRun.reset()
    save.reset()
  }
  return { text, ranges, isChanged, dryRun, save, fieldProblem, change }
}

function AllowListForm({ apiKey, saved }: { apiKey: ApiKey; saved: IpAllowList }) {
  const form = useAllowListForm(apiKey, saved)
  const { text, ranges, isChanged, dryRun, save, fieldProblem, change } = form
  const { mode } = saved
  const isEmpty = ranges.length === 0
  const isStaged = mode === 'staged'
  const saving = save.isPending ? save.variables : null
  return (
    <>
      <TextAreaField
        label={t('IP addresses and ranges')}
        hint={t('One per line: 203.0.113.7, 203.0.113.0/24, 2001:db8::/32.')}
        mono
        rows={4}
        value={text}
        error={fieldProblem}
        onChange={(event) => change(event.target.value)}
      />
      {dryRun.data !== undefined && (
        <DryRunResult
          result={dryRun.data}
          onAllow={(ip) => change(text.trim() === '' ? ip : `${text.trimEnd()}\n${ip}`)}
        />
      )}
      <ProblemPanel error={fieldProblem === undefined ? (dryRun.error ?? save.error) : null} />
      <div className="flex flex-wrap gap-2">
        <Button pending={dryRun.isPending} refusing={isEmpty} onClick={() => dryRun.mutate()}>
          {t('Test against the last 30 days')}
        </Button>
        {mode !== 'enforced' && (
          <Button
            tone={mode === 'off' || isChanged ? 'primary' : 'secondary'}
            pending={saving === 'staged'}
            refusing={isEmpty || (isStaged && !isChanged)}
            onClick={() => save.mutate('staged')}
          >
            {mode === 'off' ? t('Start monitoring') : t('Save list')}
          </Button>
        )}
        {/* Only a staged list can be enforced. */}
        {mode !== 'off' && (
          <>
            <EnforceButton {...{ apiKey, ranges, save, isStaged, isChanged }} />
            <TurnOffButton mode={mode} save={save} />
          </>
        )}
      </div>
    </>
  )
}

type EnforceButtonProps = Pick<ReturnType<typeof useAllowListForm>, 'ranges' | 'save' | 'isChanged'> & {
  apiKey: ApiKey
  isStaged: boolean
}

function EnforceButton({ apiKey, ranges, save, isChanged, isStaged }: EnforceButtonProps) {
  return (
    <DialogButton
      tone={isChanged && isStaged ? 'secondary' : 'primary'}
      refusing={ranges.length === 0 || isChanged === isStaged}
      dialog={(close) => (
        <EnforceDialog
          keyId={apiKey.id}
          ranges={ranges}
          run={{ ...save, mutate: () => save.mutate('enforced', { onSuccess: close }) }}
          onClose={close}
        />
      )}
    >
      {isStaged ? t('Enforce list') : t('Enforce new list')}
    </DialogButton>
  )
}

type TurnOffButtonProps = Pick<ReturnType<typeof useAllowListForm>, 'save'> & {
  mode: Exclude<IpAllowListMode, 'off'>
}

function TurnOffButton({ mode, save }: TurnOffButtonProps) {
  const consequences: Record<typeof mode, string> = {
    enforced: t('Any IP address can use this key.'),
    staged: t('Requests from other addresses are no longer recorded.'),
  }
  return (
    <DialogButton
      tone="quiet"
      dialog={(close) => (
        <AskDialog
          title={t('Turn off this list?')}
          purpose={consequences[mode]}
          action={t('Turn off')}
          tone="danger"
          run={{ ...save, mutate: () => save.mutate('off', { onSuccess: close }) }}
          onClose={close}
        />
      )}
    >
      {t('Turn off')}
    </DialogButton>
  )
}

const modeLooks = (): Record<IpAllowListMode, Look> => ({
  off: { tone: 'neutral', label: t('From anywhere') },
  staged: { tone: 'warning', label: t('Monitoring') },
  enforced: { tone: 'success', label: t('Enforced') },
})

/** Consequence for a request from an IP address that is not on the list. */
const modeNotes = (): Record<IpAllowListMode, string> => ({
  off: t('Any IP address can use this key.'),
  staged: t('Requests from other IP addresses are logged, not blocked.'),
  enforced: t('Requests from other IP addresses are blocked.'),
})

function ModeSentence({ apiKey, mode }: { apiKey: ApiKey; mode: IpAllowListMode }) {
  const { lastRefusedAtDatetime: at, lastRefusedIp: ip } = apiKey
  if (mode === 'off') return t('Test a list against past requests, then start monitoring.')
  if (typeof at !== 'string') return t('No request from another address so far.')
  return (
    <Rich
      text="Last request from another address: {when} from {ip}."
      parts={{
        when: <TimeAgo datetime={at} />,
        ip: <span className="font-mono break-all">{ip ?? t('an unknown address')}</span>,
      }}
    />
  )
}
