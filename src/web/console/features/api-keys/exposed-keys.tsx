import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { ApiKey } from '#protocol/api-keys.ts'
import { Button } from '#web/console/components/button.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { useChange } from '#web/console/lib/use-change.ts'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { keyLabel, isExposed } from './describe-key.ts'
import { apiKeysQuery, updateApiKey } from './api-key-requests.ts'

const RotateApiKey = lazy(() =>
  import('./rotate-api-key-dialog.tsx').then((module) => ({ default: module.RotateApiKey })),
)

/** One alarm for each key that a browser has sent, until it is rotated or dismissed. */
export function ExposedKeys({ mayManage, keyId }: { mayManage: boolean; keyId?: string }) {
  const nowMs = useNow()
  const keys = useQuery(apiKeysQuery())
  const [rotatingId, setRotatingId] = useState<string | null>(null)
  const listed = (keys.data ?? []).filter((key) => keyId === undefined || key.id === keyId)
  const exposed = listed.filter((key) => isExposed(key, nowMs))
  const rotating = listed.find(({ id }) => id === rotatingId)
  if (exposed.length === 0 && rotating === undefined) return null
  return (
    <div className="mb-6 flex flex-col gap-3">
      {exposed.map((key) => (
        <Alarm key={key.id} apiKey={key} mayManage={mayManage} onRotate={() => setRotatingId(key.id)} />
      ))}
      {rotating !== undefined && (
        <Suspense fallback={null}>
          <RotateApiKey apiKey={rotating} onClose={() => setRotatingId(null)} />
        </Suspense>
      )}
    </div>
  )
}

type AlarmProps = { apiKey: ApiKey; mayManage: boolean; onRotate: () => void }

function Alarm({ apiKey, mayManage, onRotate }: AlarmProps) {
  const dismiss = useChange(
    () => updateApiKey(apiKey.id, { exposureDismissed: true }),
    apiKeysQuery().queryKey,
  )
  return (
    <div>
      <Notice
        tone="danger"
        title={t('The key “{label}” was sent by a web browser', { label: keyLabel(apiKey) })}
        actions={
          mayManage && (
            <div className="flex flex-wrap gap-2">
              <Button tone="danger" onClick={onRotate}>
                {t('Rotate now')}
              </Button>
              <Button pending={dismiss.isPending} onClick={() => dismiss.mutate()}>
                {t('Dismiss')}
              </Button>
            </div>
          )
        }
      >
        <p>
          <Rich
            text="{key} was sent by a web page {when}, where every visitor can read it. The request was refused. Treat the secret as compromised: rotate it and remove it from the page."
            parts={{
              when: <TimeAgo datetime={apiKey.exposedAtDatetime ?? apiKey.createdAtDatetime} />,
              key: (
                <Link to={paths.apiKey.href(apiKey.id)} className="font-mono underline">
                  {apiKey.start}…
                </Link>
              ),
            }}
          />
        </p>
      </Notice>
      {dismiss.error !== null && (
        <div className="mt-2">
          <ProblemPanel error={dismiss.error} />
        </div>
      )}
    </div>
  )
}
