import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { addressSchema } from '#shared/baas/fields.ts'
import type { Wallet } from '#shared/baas/wallets.ts'
import { ButtonLink } from '#console/components/button.tsx'
import { Page } from '#console/components/page.tsx'
import { SendTokenForm } from '#console/features/tokens/send-token-form.tsx'
import { balancesQuery } from '#console/features/wallets/get-balances.query.ts'
import { checksum } from '#console/lib/address-input.ts'
import { paths } from '#console/lib/paths.ts'
import { walletName } from '#console/lib/wallet-name.ts'
import { WalletBoundary } from '#console/app/wallet-boundary.tsx'

export function SendPage() {
  const { address = '' } = useParams()
  return <WalletBoundary address={address}>{(wallet) => <SendView wallet={wallet} />}</WalletBoundary>
}

function SendView({ wallet }: { wallet: Wallet }) {
  const address = checksum(wallet.address)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [search] = useSearchParams()
  const [isSent, setIsSent] = useState(false)
  const token = addressSchema.safeParse(search.get('token'))
  const refresh = () => {
    setIsSent(true)
    void queryClient.invalidateQueries({ queryKey: ['transactions'] })
    void queryClient.invalidateQueries({ queryKey: balancesQuery(address).queryKey })
  }
  return (
    <Page
      title="Send"
      purpose="You confirm with the wallet’s passkey. The network’s gas is paid for you."
      back={{ to: paths.wallet.href(address), label: walletName(wallet) }}
      width="prose"
    >
      <div className="flex flex-col gap-4">
        <div className="max-w-form">
          <SendTokenForm
            walletAddress={address}
            tokenAddress={token.success ? token.data : undefined}
            onExecuted={refresh}
            onCancelled={() => void navigate(paths.wallet.href(address))}
          />
        </div>
        {isSent && (
          <div>
            <ButtonLink size="md" to={paths.wallet.href(address)}>
              See it in the wallet
            </ButtonLink>
          </div>
        )}
      </div>
    </Page>
  )
}
