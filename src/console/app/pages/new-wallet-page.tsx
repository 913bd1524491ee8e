import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#console/components/button.tsx'
import { Card } from '#console/components/card.tsx'
import { Page } from '#console/components/page.tsx'
import { CreateWalletWidget } from '#console/features/wallets/create-wallet-widget.tsx'
import { OwnerForm, type Owner } from '#console/features/wallets/owner-form.tsx'
import { paths } from '#console/lib/paths.ts'

export function NewWalletPage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<{ owner: Owner } | null>(null)
  const [createdAddress, setCreatedAddress] = useState<string | null>(null)
  const show = (address: string) => {
    setCreatedAddress(address)
    // The widget still says how it went; the lists already know.
    void queryClient.invalidateQueries({ queryKey: ['wallets'] })
  }
  return (
    <Page
      title="New wallet"
      purpose="A contract on the chain that only your passkey can move. There is no recovery phrase to write down."
      back={{ to: paths.wallets.href(), label: 'Wallets' }}
      width="prose"
    >
      {chosen === null ? (
        <Card>
          <OwnerForm onChosen={(owner) => setChosen({ owner })} />
        </Card>
      ) : (
        <div className="flex flex-col gap-4">
          <div className="max-w-form">
            <CreateWalletWidget
              owner={chosen.owner}
              onCreated={show}
              onCancelled={() => void navigate(paths.wallets.href())}
            />
          </div>
          {createdAddress === null ? (
            <div>
              <Button tone="quiet" icon="previous" onClick={() => setChosen(null)}>
                Choose the owner again
              </Button>
            </div>
          ) : (
            <div>
              <Button
                tone="primary"
                size="md"
                onClick={() => void navigate(paths.wallet.href(createdAddress), { replace: true })}
              >
                Open the wallet
              </Button>
            </div>
          )}
        </div>
      )}
    </Page>
  )
}
