import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { ApiKey } from '#protocol/api-keys.ts'
import { Button, DialogButton, IfMay } from '#web/console/components/button.tsx'
import { Loaded } from '#web/console/components/card.tsx'
import { Page, MissingPage } from '#web/console/components/page.tsx'
import { AllowListCard } from '#web/console/features/api-keys/allow-list-card.tsx'
import {
  EditApiKeyDialog,
  RevokeButton,
  RotateApiKey,
} from '#web/console/features/api-keys/api-key-dialogs.tsx'
import { KeyRequestsCard } from '#web/console/features/api-keys/key-requests-card.tsx'
import { QuickstartCard } from '#web/console/features/api-keys/quickstart.tsx'
import { ExposedKeys } from '#web/console/features/api-keys/exposed-keys.tsx'
import { KeyFacts, KeyUsageCards } from '#web/console/features/api-keys/key-cards.tsx'
import { keyLabel, keyStatus, useIsOwnKey } from '#web/console/features/api-keys/key-marks.tsx'
import { apiKeysQuery } from '#web/console/features/api-keys/api-key-requests.ts'
import { FILTERS, readSearch } from '#web/console/lib/filters.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { PageSkeleton } from '#web/console/app/shell-skeleton.tsx'

export function ApiKeyPage() {
  const { keyId } = useParams()
  const keys = useLiveQuery(apiKeysQuery())
  return (
    <Loaded query={keys} skeleton={<PageSkeleton />}>
      {(list) => {
        const apiKey = list.find(({ id }) => id === keyId?.toLowerCase())
        // Each key resets the form: one key's input is not another's.
        return apiKey === undefined ? <NoSuchKey /> : <ApiKeyView key={apiKey.id} apiKey={apiKey} />
      }}
    </Loaded>
  )
}

function ApiKeyView({ apiKey }: { apiKey: ApiKey }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // Not in the button: the new secret stays although the key has ended.
  const [isRotating, setIsRotating] = useState(false)
  const isActive = keyStatus(apiKey, useNow()) === 'active'
  return (
    <Page
      title={keyLabel(apiKey)}
      purpose={t('What the key may do, where it may be used from, and its recent requests.')}
      back={{ to: paths.apiKeys.href(), label: t('API keys') }}
      actions={isActive && <KeyActions apiKey={apiKey} onRotate={() => setIsRotating(true)} />}
    >
      <ExposedKeys keyId={apiKey.id} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <KeyUsageCards apiKey={apiKey} />
          {isActive && <QuickstartCard scopes={apiKey.scopes} />}
          <KeyRequestsCard
            keyId={apiKey.id}
            filter={readSearch(FILTERS.requests, search)}
            onFilter={(params) => void navigate(paths.apiKey.href(apiKey.id, params))}
          />
          {isActive && apiKey.ipAllowList !== undefined && <AllowListCard apiKey={apiKey} />}
        </div>
        <KeyFacts apiKey={apiKey} />
      </div>
      {isRotating && (
        <RotateApiKey
          apiKey={apiKey}
          onClose={() => setIsRotating(false)}
          onRotated={(issued) => void navigate(paths.apiKey.href(issued.id))}
        />
      )}
    </Page>
  )
}

function KeyActions({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: () => void }) {
  const isReplaced = typeof apiKey.replacedByKeyId === 'string'
  const isOwn = useIsOwnKey(apiKey.id)
  return (
    <IfMay route="PUT /api/org/keys/:keyId">
      <DialogButton dialog={(close) => <EditApiKeyDialog apiKey={apiKey} onClose={close} />}>
        {t('Edit')}
      </DialogButton>
      {isOwn ? (
        <span className="inline-flex h-8 items-center text-sm text-muted">
          {t('The console uses this key itself. Replace it where the console is deployed.')}
        </span>
      ) : (
        <>
          {!isReplaced && (
            <Button icon="refresh" onClick={onRotate}>
              {t('Rotate')}
            </Button>
          )}
          <RevokeButton apiKey={apiKey} />
        </>
      )}
    </IfMay>
  )
}

function NoSuchKey() {
  return (
    <MissingPage
      title={t('API key not found')}
      purpose={t('The organization has no API key with this id.')}
      back={t('API keys')}
      icon="key"
      missing={t('No such API key')}
      hint={t('The link may be old.')}
      to={paths.apiKeys.href()}
      label={t('All API keys')}
    />
  )
}
