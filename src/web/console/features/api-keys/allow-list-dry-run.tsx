import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactElement } from 'react'
import { type AllowListDryRun, API_KEY_REQUEST_ENDPOINTS } from '#protocol/api-key-requests.ts'
import { Button } from '#web/console/components/button.tsx'
import { SkeletonRows } from '#web/console/components/card.tsx'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { formatNumber } from '#web/console/lib/display.ts'
import type { RowContent } from '#web/console/lib/row-query.ts'
import { t } from '#web/ui/text.ts'
import { moreSourcesText, UsageSource, usedText } from './key-marks.tsx'

/** Tests an allowlist against the key's requests of the last 30 days. Changes nothing. */
export const dryRunAllowList = (
  keyId: string,
  ranges: string[],
): Promise<RowContent<typeof API_KEY_REQUEST_ENDPOINTS.dryRunAllowList>> =>
  orgApi.call(API_KEY_REQUEST_ENDPOINTS.dryRunAllowList, { params: { keyId }, body: { ranges } })

type AskProps = ComponentProps<typeof AskDialog>
type EnforceDialogProps = Pick<AskProps, 'run' | 'onClose'> & { keyId: string; ranges: string[] }

/** Asks before enforcing a list, and shows the requests that it would have refused. */
export function EnforceDialog({ keyId, ranges, ...dialog }: EnforceDialogProps): ReactElement {
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
  /** Adds an IP address to the list. Undefined if the list cannot be edited. */
  onAllow?: (ip: string) => void
}

/** Effect of a list on the requests of the last days. */
export function DryRunResult({ result, onAllow }: DryRunResultProps): ReactElement {
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
