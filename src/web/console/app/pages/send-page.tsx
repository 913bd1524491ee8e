import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { addressSchema } from '#protocol/fields.ts'
import type { Wallet } from '#protocol/wallets.ts'
import type { Balances } from '#protocol/holdings.ts'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { feesQuery } from '#web/console/features/settings/settings-requests.ts'
import { PreparedCard } from '#web/console/features/tokens/prepared-card.tsx'
import type { Holdings } from '#web/console/features/tokens/send-values.ts'
import { SendTokenForm, type PreparedSend } from '#web/console/features/tokens/send-token-form.tsx'
import { SendWidget } from '#web/console/features/tokens/send-widget.tsx'
import { balancesQuery } from '#web/console/features/wallets/wallet-requests.ts'
import { checksum } from '#web/console/lib/address-input.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import { WalletBoundary } from '#web/console/app/wallet-boundary.tsx'

export function SendPage() {
  const { address = '' } = useParams()
  return <WalletBoundary address={address}>{(wallet) => <SendView wallet={wallet} />}</WalletBoundary>
}

function SendView({ wallet }: { wallet: Wallet }) {
  const address = checksum(wallet.address)
  const [search] = useSearchParams()
  const isWidgetForm = search.get('form') === 'widget'
  return (
    <Page
      title={t('Send')}
      purpose={t('You confirm with the wallet’s passkey. The network’s gas is paid for you.')}
      back={{ to: paths.wallet.href(address), label: walletName(wallet) }}
      route="POST /api/widget-session"
    >
      {isWidgetForm ? <WidgetSend address={address} /> : <ConsoleSend address={address} />}
      <p className="mt-6 text-sm text-muted">
        <Link
          className="rounded-sm text-accent-text hover:underline"
          to={paths.send.href(address, isWidgetForm ? {} : { form: 'widget' })}
        >
          {isWidgetForm
            ? t('Back to the console’s form, which has all operations')
            : t('Try the transfer form your users see')}
        </Link>
      </p>
    </Page>
  )
}

/** Two steps: the form prepares, the widget signs. The form stays mounted, so that its input is not lost. */
function ConsoleSend({ address }: { address: string }) {
  const [search] = useSearchParams()
  const [round, setRound] = useState(0)
  const [send, setSend] = useState<PreparedSend | null>(null)
  const [isSent, markSent] = useSent(address)
  const balances = useQuery(balancesQuery(address))
  const fees = useQuery(feesQuery())
  const signRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (send !== null) signRef.current?.focus()
  }, [send])
  const isSending = send !== null
  return (
    <div className="flex flex-col gap-6">
      <div hidden={isSending} className="max-w-prose">
        <Card>
          <SendTokenForm
            key={round}
            walletAddress={address}
            query={round === 0 ? search : new URLSearchParams()}
            holdings={{ ...holdingsOf(balances.data), fee: fees.data ?? null }}
            onPrepared={setSend}
          />
        </Card>
      </div>
      {send !== null && (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
          <div ref={signRef} tabIndex={-1} className="min-w-0 rounded-lg">
            <PreparedCard
              send={send}
              walletAddress={address}
              onChange={isSent ? undefined : () => setSend(null)}
            />
          </div>
          <div className="min-w-0 max-w-form xl:max-w-none">
            <SendWidget
              walletAddress={address}
              call={send.call}
              onExecuted={() => markSent(true)}
              onCancelled={() => setSend(null)}
            />
          </div>
        </div>
      )}
      {isSent && (
        <AfterSend
          address={address}
          onAgain={() => {
            setSend(null)
            markSent(false)
            setRound(round + 1)
          }}
        />
      )}
    </div>
  )
}

function AfterSend({ address, onAgain }: { address: string; onAgain: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <SeeInWallet address={address} />
      <Button size="md" onClick={onAgain}>
        {t('Send something else')}
      </Button>
    </div>
  )
}

/** The widget alone, as on an integrator's page. */
function WidgetSend({ address }: { address: string }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isSent, markSent] = useSent(address)
  const token = addressSchema.safeParse(search.get('token'))
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-form">
        <SendWidget
          walletAddress={address}
          tokenAddress={token.success ? token.data : undefined}
          onExecuted={() => markSent(true)}
          onCancelled={() => void navigate(paths.wallet.href(address))}
        />
      </div>
      {isSent && (
        <div>
          <SeeInWallet address={address} />
        </div>
      )}
    </div>
  )
}

function SeeInWallet({ address }: { address: string }) {
  return (
    <ButtonLink size="md" to={paths.wallet.href(address)}>
      {t('Open the wallet')}
    </ButtonLink>
  )
}

/** Whether a call was submitted; affected queries are refetched. */
function useSent(address: string): [isSent: boolean, markSent: (isSent: boolean) => void] {
  const queryClient = useQueryClient()
  const [isSent, setIsSent] = useState(false)
  const markSent = (next: boolean) => {
    setIsSent(next)
    if (!next) return
    void queryClient.invalidateQueries({ queryKey: ['transactions'] })
    void queryClient.invalidateQueries({ queryKey: balancesQuery(address).queryKey })
  }
  return [isSent, markSent]
}

/** Items are omitted while the wallet's past is unread or has more than a page: the list may be incomplete. */
function holdingsOf(balances: (Balances & { isCut: boolean }) | undefined): Holdings {
  if (balances === undefined) return {}
  const { coins, collectibles, multiTokens, asOfBlock, isCut } = balances
  const isKnown = asOfBlock !== undefined && collectibles !== undefined && multiTokens !== undefined && !isCut
  return { coins, ...(isKnown && { items: [...collectibles, ...multiTokens] }) }
}
