import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { domainsQuery, isHostUnregistered } from '#web/console/features/domains/domain-requests.ts'
import {
  CreateWalletWidget,
  FeeNotice,
  OwnerForm,
  type Owner,
} from '#web/console/features/wallets/new-wallet.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { configQuery, allowedTokensQuery } from '#web/console/lib/use-call-context.ts'

export function NewWalletPage() {
  const domains = useQuery(domainsQuery())
  return (
    <Page
      title={t('New wallet')}
      purpose={t(
        'A contract on the chain that only your passkey controls. There is no recovery phrase to write down.',
      )}
      back={{ to: paths.wallets.href(), label: t('Wallets') }}
      width="prose"
      route="POST /api/widget-session"
    >
      {isHostUnregistered(domains.data) ? <UnregisteredHost /> : <NewWallet />}
    </Page>
  )
}

function NewWallet() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const config = useQuery(configQuery())
  const tokens = useQuery(allowedTokensQuery())
  const [chosen, setChosen] = useState<{ owner: Owner } | null>(null)
  const [createdAddress, setCreatedAddress] = useState<string | null>(null)
  const show = (address: string) => {
    setCreatedAddress(address)
    // The widget still shows the outcome; the lists are refreshed already.
    void queryClient.invalidateQueries({ queryKey: ['wallets'] })
  }
  if (chosen === null)
    return (
      <div className="flex flex-col gap-4">
        {tokens.data !== undefined && config.data !== undefined && (
          <FeeNotice fee={config.data.fee} tokens={tokens.data} />
        )}
        <Card>
          <OwnerForm onChosen={(owner) => setChosen({ owner })} />
        </Card>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-form">
        <CreateWalletWidget
          owner={chosen.owner}
          onCreated={show}
          onCancelled={() => void navigate(paths.wallets.href())}
        />
      </div>
      {createdAddress === null ? (
        <Button className="self-start" tone="quiet" icon="previous" onClick={() => setChosen(null)}>
          {t('Change the owner')}
        </Button>
      ) : (
        <Button
          className="self-start"
          tone="primary"
          size="md"
          onClick={() => void navigate(paths.wallet.href(createdAddress), { replace: true })}
        >
          {t('Open the wallet')}
        </Button>
      )}
    </div>
  )
}

/** The widget would refuse as well, at the first step: here the reader is the one who can mend it. */
function UnregisteredHost() {
  const { hostname } = window.location
  return (
    <Notice
      tone="warning"
      title={t('{host} is not a verified domain of this organization', { host: hostname })}
      actions={<ButtonLink to={paths.domains.href()}>{t('Go to the domains')}</ButtonLink>}
    >
      {t(
        'A passkey made on this page belongs to this domain, and no wallet could be created with it. Add and verify the domain first, or create the wallet in your own product.',
      )}
    </Notice>
  )
}
