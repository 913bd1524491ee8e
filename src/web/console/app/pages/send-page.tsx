import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { CONSOLE_WIDGET_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import { addressSchema } from '#protocol/fields.ts'
import type { Balances } from '#protocol/holdings.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { WalletBoundary } from '#web/console/app/wallet-boundary.tsx'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { PreparedReview } from '#web/console/features/tokens/prepared-review.tsx'
import { SendTokenForm, type PreparedSend } from '#web/console/features/tokens/send-token-form.tsx'
import { isReview, readDraft, type Holdings } from '#web/console/features/tokens/send-values.ts'
import { SendWidget, type SubmittedCall } from '#web/console/features/tokens/send-widget.tsx'
import { findTransaction } from '#web/console/features/transactions/organization-transactions.tsx'
import { PasskeyHere } from '#web/console/features/wallets/passkey-elsewhere.tsx'
import { balancesQuery } from '#web/console/features/wallets/wallet-requests.ts'
import { checksum } from '#web/console/lib/address-input.ts'
import { feesQuery } from '#web/console/lib/calls.ts'
import { walletName } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'

export function SendPage(): ReactElement {
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
      access={CONSOLE_WIDGET_ENDPOINTS.openConsoleWidgetSession}
    >
      <PasskeyHere address={address}>
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
      </PasskeyHere>
    </Page>
  )
}

/**
 * The form prepares the call, the widget signs it, and the transaction's page shows the result. The review is
 * an entry of the browser's history. Going back leads to the form, which stays mounted.
 */
function ConsoleSend({ address }: { address: string }) {
  const navigate = useNavigate()
  const { search: query, state } = useLocation()
  const [send, setSend] = useState<PreparedSend | null>(null)
  const { sent, markSent, forget } = useSent(address, true)
  const balances = useQuery(secondary('balances', balancesQuery(address)))
  const fees = useQuery(secondary('fees', feesQuery()))
  const reviewRef = useRef<HTMLDivElement>(null)
  const isReviewing = send !== null && isReview(state)
  // Clears the call after it was submitted. Otherwise, going forward in the history would offer to sign it a second
  // time.
  if (!isReview(state) && send !== null && sent !== null) {
    setSend(null)
    forget()
  }
  useEffect(() => {
    if (isReviewing) reviewRef.current?.focus()
  }, [isReviewing])
  const change = () => void navigate(-1)
  return (
    <>
      <div hidden={isReviewing} className="max-w-prose">
        <Card>
          <SendTokenForm
            walletAddress={address}
            query={query}
            draft={readDraft(state)}
            holdings={{ ...toHoldings(balances.data), fee: fees.data ?? null }}
            onPrepared={(prepared, draft) => {
              setSend(prepared)
              void navigate({ search: query }, { state: { draft, isReview: true } })
            }}
          />
        </Card>
      </div>
      {isReviewing && (
        <div ref={reviewRef} tabIndex={-1} className="max-w-form rounded-lg outline-none">
          <PreparedReview send={send} walletAddress={address} onChange={sent === null ? change : undefined}>
            <SendWidget walletAddress={address} call={send.call} onExecuted={markSent} onCancelled={change} />
          </PreparedReview>
        </div>
      )}
      {isReviewing && sent && <AfterSend {...{ address, sent }} />}
    </>
  )
}

/** Redirects to the transaction page, or to the wallet page if the service returned no uuid. */
function AfterSend({ address, sent: { uuid } }: { address: string; sent: Sent }) {
  const [to, label] =
    uuid === undefined
      ? [paths.wallet.href(address), t('Open the wallet')]
      : [paths.transaction.href(uuid), t('Open the transaction')]
  return (
    <ButtonLink size="md" className="mt-6 self-start" to={to}>
      {label}
    </ButtonLink>
  )
}

/** The widget alone, as on an integrator's page. */
function WidgetSend({ address }: { address: string }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { sent, markSent } = useSent(address)
  const token = addressSchema.safeParse(search.get('token'))
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-form">
        <SendWidget
          walletAddress={address}
          tokenAddress={token.success ? token.data : undefined}
          onExecuted={markSent}
          onCancelled={() => void navigate(paths.wallet.href(address))}
        />
      </div>
      {sent && <AfterSend address={address} sent={{ digest: sent.digest }} />}
    </div>
  )
}

type Sent = { digest: string; uuid?: string | undefined }

/**
 * The submitted call. Refetches the affected queries. `isLeaving`: a transaction that executes immediately
 * continues on its own page. A held one stays here, because the widget shows the number that the end-user has
 * to pick.
 */
function useSent(address: string, isLeaving = false) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [sent, setSent] = useState<Sent | null>(null)
  const markSent = async ({ digest, transactionUuid }: SubmittedCall) => {
    void queryClient.invalidateQueries({ queryKey: ['transactions'] })
    void queryClient.invalidateQueries({ queryKey: balancesQuery(address).queryKey })
    if (sent?.digest === digest) return
    setSent({ digest, uuid: transactionUuid })
    if (!isLeaving || transactionUuid !== undefined) return
    const found = await findTransaction(address, digest).catch(() => undefined)
    if (found !== undefined) void navigate(paths.transaction.href(found), { replace: true })
  }
  return { sent, markSent: (call: SubmittedCall) => void markSent(call), forget: () => setSent(null) }
}

/**
 * Omits items if the list may be incomplete: the service has not yet read all of the wallet's past, or the list is
 * longer than a page.
 */
function toHoldings(balances: (Balances & { isCut: boolean }) | undefined): Holdings {
  if (balances === undefined) return {}
  const { coins, collectibles, multiTokens, asOfBlock, isCut } = balances
  const isKnown = asOfBlock !== undefined && collectibles !== undefined && multiTokens !== undefined && !isCut
  return { coins, ...(isKnown && { items: [...collectibles, ...multiTokens] }) }
}
