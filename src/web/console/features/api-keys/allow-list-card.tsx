import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, IpAllowList, IpAllowListMode } from '#protocol/api-keys.ts'
import { StateBadge, type Look } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { TextAreaField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'
import { DryRunResult, EnforceDialog } from './enforce-dialog.tsx'
import { dryRunAllowList, apiKeysQuery, updateApiKey } from './api-key-requests.ts'
import { rangeProblem, rangesOf } from './range-lines.ts'

const OFF: IpAllowList = { mode: 'off', ranges: [] }

/** A key's allowed IP addresses: tested against the past, then staged, and only then enforced. */
export function AllowListCard({ apiKey, mayManage }: { apiKey: ApiKey; mayManage: boolean }) {
  const saved = apiKey.ipAllowList ?? OFF
  return (
    <Card
      title={t('Allowed IP addresses')}
      note={t('Requests from other IPs are blocked.')}
      actions={<ModeMark mode={saved.mode} />}
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm">
          <ModeSentence apiKey={apiKey} mode={saved.mode} />
        </p>
        {mayManage ? (
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
  const [isEnforcing, setIsEnforcing] = useState(false)
  const ranges = rangesOf(text)
  const isChanged = ranges.join() !== saved.ranges.join()
  const dryRun = useMutation({ mutationFn: () => dryRunAllowList(apiKey.id, ranges) })
  const save = useMutation({
    mutationFn: (mode: IpAllowListMode) => updateApiKey(apiKey.id, { ipAllowList: { mode, ranges } }),
    onSuccess: async (updated) => {
      setText(updated.ipAllowList?.ranges.join('\n') ?? '')
      setIsEnforcing(false)
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
    },
  })
  const fieldProblem = rangeProblem(dryRun.error, ranges) ?? rangeProblem(save.error, ranges)
  const change = (next: string) => {
    setText(next)
    dryRun.reset()
    save.reset()
  }
  return { text, ranges, isChanged, isEnforcing, setIsEnforcing, dryRun, save, fieldProblem, change }
}

function AllowListForm({ apiKey, saved }: { apiKey: ApiKey; saved: IpAllowList }) {
  const form = useAllowListForm(apiKey, saved)
  const { text, ranges, isChanged, isEnforcing, setIsEnforcing, dryRun, save, fieldProblem, change } = form
  return (
    <>
      <TextAreaField
        label={t('IP addresses and ranges')}
        hint={t('One per line: 203.0.113.7, 203.0.113.0/24, 2001:db8::/32.')}
        mono
        rows={4}
        spellCheck={false}
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
      <AllowListButtons
        mode={saved.mode}
        isChanged={isChanged}
        isEmpty={ranges.length === 0}
        isTrying={dryRun.isPending}
        saving={save.isPending ? save.variables : null}
        onTry={() => dryRun.mutate()}
        onSave={(mode) => save.mutate(mode)}
        onEnforce={() => setIsEnforcing(true)}
      />
      {isEnforcing && (
        <EnforceDialog keyId={apiKey.id} ranges={ranges} save={save} onClose={() => setIsEnforcing(false)} />
      )}
    </>
  )
}

type AllowListButtonsProps = {
  mode: IpAllowListMode
  isChanged: boolean
  isEmpty: boolean
  isTrying: boolean
  saving: IpAllowListMode | null
  onTry: () => void
  onSave: (mode: IpAllowListMode) => void
  onEnforce: () => void
}

/** The actions for the present list: only a staged one can be enforced. */
function AllowListButtons(props: AllowListButtonsProps) {
  const { mode, isChanged, isEmpty, isTrying, saving, onTry, onSave, onEnforce } = props
  const isStaged = mode === 'staged'
  return (
    <div className="flex flex-wrap gap-2">
      <Button pending={isTrying} refusing={isEmpty} onClick={onTry}>
        {t('Test against the last 30 days')}
      </Button>
      {mode !== 'enforced' && (
        <Button
          tone={mode === 'off' || isChanged ? 'primary' : 'secondary'}
          pending={saving === 'staged'}
          refusing={isEmpty || (isStaged && !isChanged)}
          onClick={() => onSave('staged')}
        >
          {mode === 'off' ? t('Start monitoring') : t('Save list')}
        </Button>
      )}
      {mode !== 'off' && (
        <Button
          tone={isChanged && isStaged ? 'secondary' : 'primary'}
          refusing={isEmpty || isChanged === isStaged}
          onClick={onEnforce}
        >
          {isStaged ? t('Enforce list') : t('Enforce new list')}
        </Button>
      )}
      {mode !== 'off' && (
        <Button tone="quiet" pending={saving === 'off'} onClick={() => onSave('off')}>
          {t('Turn off')}
        </Button>
      )}
    </div>
  )
}

function ModeMark({ mode }: { mode: IpAllowListMode }) {
  const looks: Record<IpAllowListMode, Look> = {
    off: { tone: 'neutral', label: t('From anywhere') },
    staged: { tone: 'warning', label: t('Monitoring') },
    enforced: { tone: 'success', label: t('Enforced') },
  }
  return <StateBadge {...looks[mode]} />
}

function ModeSentence({ apiKey, mode }: { apiKey: ApiKey; mode: IpAllowListMode }) {
  const { lastRefusedAtDatetime: at, lastRefusedIp: ip } = apiKey
  if (mode === 'off')
    return t('The key can be used from anywhere. Test a list against past requests, then start monitoring.')
  if (typeof at !== 'string') {
    return mode === 'staged'
      ? t('Requests from other addresses are allowed and recorded. None so far.')
      : t('Requests from other addresses are refused. None so far.')
  }
  const parts = {
    when: <TimeAgo datetime={at} />,
    ip: <span className="font-mono break-all">{ip ?? t('an unknown address')}</span>,
  }
  return mode === 'staged' ? (
    <Rich
      text="Requests from other addresses are allowed and recorded. The last one came {when} from {ip}."
      parts={parts}
    />
  ) : (
    <Rich
      text="Requests from other addresses are refused. The last one came {when} from {ip}."
      parts={parts}
    />
  )
}
