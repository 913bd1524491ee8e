import type { VNode } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { ApproverSession } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { ApiError } from '#web/ui/errors.ts'
import { LanguageSelect } from '#web/ui/page.tsx'
import { t } from '#web/ui/text.ts'
import { HistoryPage } from './history-page.tsx'
import { InboxPage, forgetLastSeen, readLastSeen, OfflinePage } from './inbox-page.tsx'
import { BrandMark } from './names.tsx'
import { createOnDemandPage } from './on-demand.tsx'
import { Problem, Skeleton, useOnline } from './problem.tsx'
import { hrefs, useRoute, type Route } from './route.ts'
import { TransactionPage } from './transaction-page.tsx'
import { WalletPage } from './wallet-page.tsx'
import { EnrolPage, SignInPage } from './welcome-page.tsx'

/** The approval app. The session and the fragment of the URL decide which page is displayed. */
export function App(): VNode {
  const route = useRoute()
  const online = useOnline()
  const { session, problem, read, take } = useSession()
  const isAway = problem instanceof ApiError && problem.code === 'NETWORK'
  const isUnread = session === undefined
  useEffect(() => {
    if (online && isUnread) read()
  }, [online, isUnread, read])
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skipTo(event, 'main')}>
        {t('Skip to the content')}
      </a>
      <Header route={route} session={session} />
      <main id="main" tabIndex={-1}>
        {session === undefined && isAway && <OfflinePage retry={read} />}
        {!isAway && <Problem problem={problem} retry={read} />}
        {session === undefined && problem === undefined && <Skeleton />}
        {session !== undefined && !online && (
          <p class="notice caution" role="status">
            {t('You are offline: nothing can be approved now. This page may be out of date.')}
          </p>
        )}
        {session !== undefined && <Page route={route} session={session} signedIn={take} />}
      </main>
      <footer>
        <LanguageSelect />
      </footer>
    </>
  )
}

/** The session as the service reports it. Deletes an earlier user's data when their session has ended. */
function useSession() {
  const [session, setSession] = useState<ApproverSession>()
  const [problem, setProblem] = useState<unknown>()
  const take = useCallback((answer: ApproverSession) => {
    if (!answer.signedIn || readLastSeen()?.email !== answer.email) forgetLastSeen()
    setSession(answer)
    setProblem(undefined)
  }, [])
  const read = useCallback(() => {
    callApprover(APPROVER_ENDPOINTS.getApproverSession).then(take, setProblem)
  }, [take])
  return { session, problem, read, take }
}

/** Prevents the link's default action, because the fragment is the app's route. */
function skipTo(event: Event, id: string): void {
  event.preventDefault()
  document.getElementById(id)?.focus()
}

type PageProps = {
  route: Route
  session: ApproverSession
  signedIn: (session: ApproverSession) => void
}

function Page({ route, session, signedIn }: PageProps) {
  if (route.page === 'enrol') {
    const { invitation } = route
    return <EnrolPage key={invitation} {...{ invitation, session, signedIn }} />
  }
  if (!session.signedIn) return <SignInPage signedIn={signedIn} />
  return <SignedIn route={route} session={session} signedIn={signedIn} />
}

type SignedInProps = Pick<PageProps, 'signedIn'> & {
  route: Exclude<Route, { page: 'enrol' }>
  session: Extract<ApproverSession, { signedIn: true }>
}

function SignedIn({ route, session, signedIn }: SignedInProps) {
  const [tokens, setTokens] = useState<readonly KnownToken[]>()
  useEffect(() => {
    callApprover(APPROVER_ENDPOINTS.listKnownTokens).then(setTokens, (thrown: unknown) => {
      if (thrown instanceof ApiError && thrown.code === 'APPROVER_SESSION_REQUIRED')
        signedIn({ signedIn: false })
      // If the list fails to load, every token is displayed as unverified.
      else setTokens([])
    })
  }, [signedIn])
  if (tokens === undefined) return <Skeleton />
  switch (route.page) {
    case 'inbox':
      return <InboxPage tokens={tokens} email={session.email} />
    case 'history':
      return <HistoryPage tokens={tokens} />
    case 'settings':
      return <SettingsOnDemand session={session} signedOut={signedIn} />
    case 'transaction':
      return <TransactionPage transactionUuid={route.transactionUuid} tokens={tokens} />
    case 'message':
      return <MessageOnDemand messageUuid={route.messageUuid} tokens={tokens} />
    case 'wallet':
      return <WalletPage walletAddress={route.walletAddress} />
  }
}

/** Loaded only for a message, because the code that reads messages is as large as half of the app. */
const MessageOnDemand = createOnDemandPage(() =>
  import('./message-page.tsx').then(({ MessagePage }) => MessagePage),
)

const SettingsOnDemand = createOnDemandPage(() =>
  import('./settings-page.tsx').then(({ SettingsPage }) => SettingsPage),
)

type HeaderProps = { route: Route; session: ApproverSession | undefined }

const pages = () =>
  [
    { page: 'inbox', name: t('Waiting') },
    { page: 'history', name: t('History') },
    { page: 'settings', name: t('Settings') },
  ] as const

function Header({ route, session }: HeaderProps) {
  return (
    <header>
      {session?.signedIn === true ? (
        <BrandMark {...session} />
      ) : (
        <span class="brand">
          <img src="/approve/icon.svg" alt="" />
          {t('Approvals')}
        </span>
      )}
      {session?.signedIn === true && (
        <nav aria-label={t('Pages')}>
          {pages().map(({ page, name }) => (
            <a key={page} href={hrefs[page]} aria-current={route.page === page ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      )}
    </header>
  )
}
