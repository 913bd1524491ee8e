import { useState, type ReactElement } from 'react'
import { Link } from 'react-router'
import { API_KEY_ENDPOINTS } from '#protocol/api-keys.ts'
import { SandboxMark } from '#web/console/components/badge.tsx'
import { Button, IfMay } from '#web/console/components/button.tsx'
import { AskButton } from '#web/console/components/dialog.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { apiKeysQuery, updateApiKey } from './api-key-requests.ts'
import { keyLabel, isExposed } from './key-marks.tsx'

const RotateApiKey = onDemand(() => import('./rotate-api-key.tsx').then((module) => module.RotateApiKey))

/** An alarm for each key that a browser has sent, until the key is rotated or the alarm dismissed. */
export function ExposedKeys({ keyId }: { keyId?: string }): ReactElement | null {
  const nowMs = useNow()
  const keys = useLiveQuery(secondary('keys', apiKeysQuery()))
  const [rotatingId, setRotatingId] = useState<string | null>(null)
  const listed = (keys.data ?? []).filter((key) => keyId === undefined || key.id === keyId)
  const exposed = listed.filter((key) => isExposed(key, nowMs))
  const rotating = listed.find(({ id }) => id === rotatingId)
  if (exposed.length === 0 && rotating === undefined) return null
  return (
    <div className="mb-6 flex flex-col gap-3">
      {exposed.map((apiKey) => (
        <Notice
          key={apiKey.id}
          tone="danger"
          title={t('The key “{label}” was sent by a web browser', { label: keyLabel(apiKey) })}
          actions={
            <IfMay access={API_KEY_ENDPOINTS.updateApiKey} silent>
              <div className="flex flex-wrap gap-2">
                <Button tone="danger" onClick={() => setRotatingId(apiKey.id)}>
                  {t('Rotate now')}
                </Button>
                <AskButton
                  change={() => updateApiKey(apiKey.id, { exposureDismissed: true })}
                  list={apiKeysQuery().queryKey}
                  question={{
                    title: t('Keep using this key?'),
                    purpose: t('Whoever read the key on that page can still use it.'),
                    action: t('Dismiss'),
                  }}
                >
                  {t('Dismiss')}
                </AskButton>
              </div>
            </IfMay>
          }
        >
          <p>
            <Rich
              text="{key} was sent by a web page {when}, where every visitor can read it. The request was refused. Treat the secret as compromised: rotate it and remove it from the page."
              parts={{
                when: <TimeAgo datetime={apiKey.exposedAtDatetime ?? apiKey.createdAtDatetime} />,
                key: (
                  <>
                    <Link to={paths.apiKey.href(apiKey.id)} className="font-mono underline">
                      {apiKey.start}…
                    </Link>{' '}
                    <SandboxMark />
                  </>
                ),
              }}
            />
          </p>
        </Notice>
      ))}
      {rotating !== undefined && <RotateApiKey apiKey={rotating} onClose={() => setRotatingId(null)} />}
    </div>
  )
}
