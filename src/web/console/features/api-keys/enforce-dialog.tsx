import { useQuery } from '@tanstack/react-query'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { t } from '#web/ui/text.ts'
import { dryRunAllowList } from './api-key-requests.ts'
import type { AllowListDryRun } from '#protocol/api-keys.ts'
import { Button } from '#web/console/components/button.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { formatDay } from '#web/console/lib/format-time.ts'
import { formatNumber } from '#web/console/lib/format-number.ts'
import { UsageSource } from './key-marks.tsx'

type EnforceDialogProps = {
  keyId: string
  ranges: string[]
  run: { error: unknown; isPending: boolean; mutate: () => void }
  onClose: () => void
}

/** Before enforcement: what the list would have refused. */
export function EnforceDialog({ keyId, ranges, ...dialog }: EnforceDialogProps) {
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
  /** Adds an address to the list; absent without an editable list. */
  onAllow?: (ip: string) => void
}

/** A list's effect on the requests of the last days. */
export function DryRunResult({ result, onAllow }: DryRunResultProps) {
  if (result.requests === 0) {
    return (
      <Notice tone="info" title={t('No requests to test against')} announce>
        {t('The key was not used in the last 30 days.')}
      </Notice>
    )
  }
  const isSafe = result.refusedRequests === 0
  return (
    <Notice tone={isSafe ? 'success' : 'warning'} title={titleOf(result)} announce>
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
              <span className="text-muted tabular-nums">
                {t('{count, plural, one {# request} other {# requests}}, last on {day}', {
                  count: source.requests,
                  day: formatDay(source.lastDay),
                })}
              </span>
              {onAllow !== undefined && source.ip !== null && (
                <Button onClick={() => source.ip !== null && onAllow(source.ip)}>
                  {t('Allow')}
                  <span className="sr-only"> {source.ip}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {result.moreSources > 0 && (
        <p>
          {t('And from {count, plural, one {# more address} other {# more addresses}}.', {
            count: result.moreSources,
          })}
        </p>
      )}
    </Notice>
  )
}

function titleOf({ requests, refusedRequests }: AllowListDryRun): string {
  if (refusedRequests === 0) return t('No request would have been refused')
  return t('{refused} of {all, plural, one {# request} other {# requests}} would have been refused', {
    refused: formatNumber(refusedRequests),
    all: requests,
  })
}
