import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { type SecondaryData, useMissingData } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

const missingTexts = (): Record<SecondaryData, string> => ({
  tokens: t('Token names and decimals could not be loaded. Amounts are shown in base units.'),
  names: t('Names of addresses could not be loaded. Look-alike addresses are not recognized.'),
  network: t('The network could not be loaded.'),
  fees: t('The transaction fee could not be loaded.'),
  balances: t('The wallet’s balances and approvals could not be loaded.'),
  alerts: t('Alerts could not be loaded.'),
  keys: t('The API keys could not be loaded.'),
  members: t('The members could not be loaded.'),
  'first-steps': t('The steps to get started could not be loaded.'),
  waiting: t('The number of pending approvals could not be loaded.'),
  policies: t('The policies could not be loaded.'),
  protection: t('The wallet’s protection could not be loaded.'),
  recipients: t('Earlier recipients could not be loaded.'),
  passkey: t('The wallet’s passkey could not be loaded.'),
  webhooks: t('The webhook endpoints could not be loaded.'),
  domains: t('The domains could not be loaded.'),
  identity: t('Your account at the identity provider could not be loaded.'),
  filters: t('The filter choices could not be loaded.'),
  service: t('The address of the service could not be loaded.'),
  sandbox: t('The sandbox’s details could not be loaded.'),
  summaries: t('Balances, last activity and protection of the wallets could not be loaded.'),
})

/** Lists the secondary data that failed to load, with a retry button. Renders nothing if all of it loaded. */
export function SecondaryQueryNotice(): ReactElement | null {
  const { missing, retry } = useMissingData()
  const asked = useMutation({ mutationFn: retry })
  if (missing.length === 0) return null
  const texts = missingTexts()
  return (
    <Notice
      className="mb-6"
      tone="warning"
      announce
      actions={
        <Button icon="refresh" pending={asked.isPending} onClick={() => asked.mutate()}>
          {t('Try again')}
        </Button>
      }
    >
      {missing.map((data) => (
        <p key={data}>{texts[data]}</p>
      ))}
    </Notice>
  )
}
