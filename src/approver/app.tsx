import { useEffect, useState } from 'preact/hooks'
import type { KnownToken } from '#shared/display/call-description.ts'
import type { ApproverSession } from '#shared/org/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#shared/org/approver-endpoints.ts'
import { ApproverError, callApprover } from './call-approver.ts'
import { HistoryPage } from './history-page.tsx'
import { InboxPage } from './inbox-page.tsx'
import { Problem } from './problem.tsx'
import { hrefs, useRoute, type Route } from './route.ts'
import { Skeleton } from './skeleton.tsx'
import { TransactionPage } from './transaction-page.tsx'
import { EnrolPage, SignInPage } from './welcome-page.tsx'

/** The approval app: who is signed in decides what is shown, and the address which page of it. */
export function App() {
  const route = useRoute()
  const [session, setSession] = useState<ApproverSession>()
  const [problem, setProblem] = useState<unknown>()
  const read = async () => {
    try {
      setProblem(undefined)
      setSession(await callApprover(APPROVER_ENDPOINTS.getApproverSession))
    } catch (thrown) {
      setProblem(thrown)
    }
  }
  useEffect(() => void read(), [])
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skipTo(event, 'main')}>
        Skip to the content
      </a>
      <Header route={route} session={session} left={setSession} />
      <main id="main" tabIndex={-1}>
        <Problem problem={problem} retry={() => void read()} />
        {session === undefined && problem === undefined && <Skeleton />}
        {session !== undefined && <Page route={route} session={session} signedIn={setSession} />}
      </main>
    </>
  )
}

/** The fragment is the app's route: a link to a place on the page must not change it. */
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
  if (route.page === 'enrol') return <EnrolPage invitation={route.invitation} signedIn={signedIn} />
  if (!session.signedIn) return <SignInPage signedIn={signedIn} />
  return <SignedIn route={route} signedIn={signedIn} />
}

type SignedInProps = Pick<PageProps, 'signedIn'> & { route: Exclude<Route, { page: 'enrol' }> }

function SignedIn({ route, signedIn }: SignedInProps) {
  const [tokens, setTokens] = useState<readonly KnownToken[]>()
  useEffect(() => {
    callApprover(APPROVER_ENDPOINTS.listKnownTokens).then(setTokens, (thrown: unknown) => {
      if (thrown instanceof ApproverError && thrown.code === 'APPROVER_SESSION_REQUIRED')
        signedIn({ signedIn: false })
      // Without the list every token is shown as one that nobody vouches for.
      else setTokens([])
    })
  }, [signedIn])
  if (tokens === undefined) return <Skeleton />
  switch (route.page) {
    case 'inbox':
      return <InboxPage tokens={tokens} />
    case 'history':
      return <HistoryPage tokens={tokens} />
    case 'transaction':
      return <TransactionPage transactionUuid={route.transactionUuid} tokens={tokens} />
  }
}

type HeaderProps = {
  route: Route
  session: ApproverSession | undefined
  left: (session: ApproverSession) => void
}

function Header({ route, session, left }: HeaderProps) {
  const signOut = async () => left(await callApprover(APPROVER_ENDPOINTS.signOut))
  return (
    <header>
      <span class="brand">Approvals</span>
      {session?.signedIn === true && (
        <nav aria-label="Pages">
          <a href={hrefs.inbox} aria-current={route.page === 'inbox' ? 'page' : undefined}>
            Waiting
          </a>
          <a href={hrefs.history} aria-current={route.page === 'history' ? 'page' : undefined}>
            History
          </a>
          <button type="button" class="quiet" title={session.email} onClick={() => void signOut()}>
            Sign out
          </button>
        </nav>
      )}
    </header>
  )
}
