import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { type AllowListDryRun, API_KEY_REQUEST_ENDPOINTS } from '#protocol/api-key-requests.ts'
import type { ApiKey, IpAllowList, IpAllowListMode } from '#protocol/api-keys.ts'
import { StateBadge, type Look, ProblemPanel, Notice } from '#web/console/components/notice.tsx'
import { Button, DialogButton, useMay } from '#web/console/components/button.tsx'
import { Card, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { TextAreaField } from '#web/console/components/field.tsx'
import { Rich, TimeAgo } from '#web/console/components/values.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { t } from '#web/ui/text.ts'
import { apiKeysQuery, updateApiKey } from './api-key-requests.ts'
import { rangeProblem, rangesOf, refusedRanges } from './range-lines.ts'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { formatNumber } from '#web/console/lib/display.ts'
import { moreSourcesText, UsageSource, usedText } from './key-marks.tsx'

/** The list's refusals in the last 30 days, hypothetically. It changes nothing. */
const dryRunAllowList = (keyId: string, ranges: string[]) =>
  orgApi.call(API_KEY_REQUEST_ENDPOINTS.dryRunAllowList, { params: { keyId }, body: { ranges } })

/** A key's allowed IP addresses: tested against the past, then staged, and only then enforced. */
export function AllowListCard({ apiKey }: { apiKey: ApiKey }) {
  const { may } = useMay('PUT /api/org/keys/:keyId')
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
  const ranges = rangesOf(text)
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

/** Consequence for a request from an address that is not on the list. */
const modeNotes = (): Record<IpAllowListMode, string> => ({
  off: t('Any IP address can use this key.'),
  staged: t('Requests from other IP addresses are logged, not blocked.'),
  enforced: t('Requests from other IP addresses are blocked.'),
})

function ModeSentence({ apiKey, mode }: { apiKey: ApiKey; mode: IpAllowListMode }) {
  const { lastRefusedAtDatetime: at, lastRefusedIp: ip } = apiKey
  const isStaged = mode === 'staged'
  if (mode === 'off') return t('Test a list against past requests, then start monitoring.')
  if (typeof at !== 'string') {
    return isStaged
      ? t('Requests from other addresses are allowed and recorded. None so far.')
      : t('Requests from other addresses are refused. None so far.')
  }
  return (
    <Rich
      text={
        isStaged
          ? 'Requests from other addresses are allowed and recorded. The last one came {when} from {ip}.'
          : 'Requests from other addresses are refused. The last one came {when} from {ip}.'
      }
      parts={{
        when: <TimeAgo datetime={at} />,
        ip: <span className="font-mono break-all">{ip ?? t('an unknown address')}</span>,
      }}
    />
  )
}

type AskProps = ComponentProps<typeof AskDialog>
type EnforceDialogProps = Pick<AskProps, 'run' | 'onClose'> & { keyId: string; ranges: string[] }

/** Before enforcement: what the list would have refused. */
function EnforceDialog({ keyId, ranges, ...dialog }: EnforceDialogProps) {
  const dryRun = useQuery({
    queryKey: ['api-keys', keyId, 'dry-run', ranges],
    queryFn: () => dryRunAllowList(keyId, ranges),
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <AskDialog
      title={t('Enforce this list?')}
      purpose={t('Requests from other addresses are refused from now on.')}
      action={t('Enforce')}
      tone={dryRun.data?.refusedRequests === 0 ? 'primary' : 'danger'}
      refusing={dryRun.data === undefined}
      {...dialog}
      size="md"
    >
      <Loaded
        query={dryRun}
        skeleton={<SkeletonRows rows={2} label={t('Testing against the last 30 days')} />}
      >
        {(result) => <DryRunResult result={result} />}
      </Loaded>
    </AskDialog>
  )
}

type DryRunResultProps = {
  result: AllowListDryRun
  /** Adds an address to the list. Undefined without an editable list. */
  onAllow?: (ip: string) => void
}

/** A list's effect on the requests of the last days. */
function DryRunResult({ result, onAllow }: DryRunResultProps) {
  if (result.requests === 0) {
    return (
      <Notice tone="info" title={t('No requests to test against')} announce>
        {t('The key was not used in the last 30 days.')}
      </Notice>
    )
  }
  const { requests: all, refusedRequests } = result
  const isSafe = refusedRequests === 0
  const title = isSafe
    ? t('No request would have been refused')
    : t('{refused} of {all, plural, one {# request} other {# requests}} would have been refused', {
        refused: formatNumber(refusedRequests),
        all,
      })
  return (
    <Notice tone={isSafe ? 'success' : 'warning'} title={title} announce>
      {result.uncertainRequests > 0 && (
        <p>
          {t('{count} more came from too many addresses to be recorded separately.', {
            count: formatNumber(result.uncertainRequests),
          })}
        </p>
      )}
      {!isSafe && (
        <ul className="mt-2 divide-y divide-warning-border">
          {result.refusedFrom.map((source) => (
            <li
              key={`${source.kind} ${source.ip}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1"
            >
              <span className="mr-auto">
                <UsageSource source={source} />
              </span>
              <span className="text-muted tabular-nums">{usedText(source)}</span>
              {onAllow !== undefined && source.ip !== null && (
                <Button of={source.ip} onClick={() => source.ip !== null && onAllow(source.ip)}>
                  {t('Allow')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {result.moreSources > 0 && <p>{moreSourcesText(result.moreSources)}</p>}
    </Notice>
  )
}
