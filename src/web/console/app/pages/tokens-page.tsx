import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Card } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { AllowedTokensCard } from '#web/console/features/tokens/allowed-tokens-card.tsx'
import { organizationTokensQuery } from '#web/console/features/tokens/token-requests.ts'
import { ResolveTokenForm } from '#web/console/features/tokens/resolve-token-form.tsx'
import { t } from '#web/ui/text.ts'
import { allowedTokensQuery } from '#web/console/lib/use-call-context.ts'

export function TokensPage() {
  const tokens = useQuery(allowedTokensQuery())
  const organizationTokens = useQuery(organizationTokensQuery())
  const [search, setSearch] = useSearchParams()
  const address = search.get('address') ?? ''
  return (
    <Page
      title={t('Tokens')}
      purpose={t('Tokens that wallets display and send by name. Others are displayed by address only.')}
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <AllowedTokensCard />
        <Card title={t('Add a token')} note={t('Reads the contract’s own data and warns of look-alikes.')}>
          <ResolveTokenForm
            key={address}
            address={address}
            allowed={tokens.data ?? []}
            canAllow={organizationTokens.isSuccess}
            onLookUp={(next) => setSearch({ address: next })}
          />
        </Card>
      </div>
    </Page>
  )
}
