import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query'
import { useEffect, useState, type ComponentProps, type ReactElement } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { setupOptionsRequestSchema } from '#protocol/console/setup.ts'
import { joinOptionsRequestSchema, joinRequestSchema } from '#protocol/members.ts'
import { ButtonLink, Button } from '#web/console/components/button.tsx'
import { SkeletonRows } from '#web/console/components/card.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { EnrolForm } from '#web/console/features/session/enrol-form.tsx'
import { broadcastSession } from '#web/console/features/session/enter-organization.ts'
import {
  SignInPanel,
  useLinkToken,
  enrolAdministrator,
  acceptInvitation,
  readInvitation,
  joinBy,
  recoverBy,
  beginProviderSignIn,
  finishAtProvider,
} from '#web/console/features/session/passkey-forms.tsx'
import { describeSessionEnd } from '#web/console/features/session/session-end-words.ts'
import { displayName, roleName } from '#web/console/lib/display.ts'
import { safeNext, paths } from '#web/console/lib/paths.ts'
import { settleSessionGate } from '#web/console/lib/session-gate.ts'
import { sessionQuery, goToProvider } from '#web/console/lib/session.query.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { passkeyObstacle } from '#web/ui/ask-passkey.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'

/** Navigation state that `RequireSession` sets when it redirects a tab here. */
const arrivalSchema = z.object({ signedOut: z.literal(true) })

export function SignInPage(): ReactElement {
  // After sign-out, the cached session lacks the sign-in methods, so it is fetched again.
  const session = useQuery({ ...sessionQuery(), staleTime: 0 })
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  const isSignedOut = arrivalSchema.safeParse(useLocation().state).success
  const said = session.data?.signedIn === false ? session.data.ended : undefined
  // The server forgets the reason once sign-out has deleted the cookie.
  const [left] = useState(said)
  const ended = said ?? left
  useForgetting(session.data?.signedIn === false)
  const enter = () => {
    // Pending requests of the previous session must not continue in this one.
    settleSessionGate('declined')
    void navigate(next, { replace: true })
  }
  if (session.data?.signedIn === true) return <Navigate replace to={next} />
  return (
    <>
      <AuthTitle tab={t('Sign in')}>{t('Sign in')}</AuthTitle>
      <p className="mt-1 mb-6 text-muted">{t('Your passkey replaces the password.')}</p>
      {(isSignedOut || ended !== undefined) && (
        <Notice className="mb-4" tone="info" title={t('You are signed out')} announce>
          {describeSessionEnd(ended)}
        </Notice>
      )}
      <ProblemPanel error={session.error} onRetry={session.refetch} pending={session.isFetching} />
      {session.data?.setupRequired === true ? (
        <Notice tone="info" title={t('No administrator yet')}>
          {t(
            'Open the one-time setup link that the server printed when it started. It creates the first administrator.',
          )}
        </Notice>
      ) : (
        session.error === null && (
          <div className="flex flex-col gap-2">
            <SignInPanel onSignedIn={enter} />
            {session.data?.identityProvider !== undefined && (
              <LeavingButton run={() => goToProvider(beginProviderSignIn)} className="w-full">
                {t('Sign in with {provider}', { provider: session.data.identityProvider })}
              </LeavingButton>
            )}
            <ButtonLink tone="quiet" size="md" to={paths.recover.href()} className="w-full">
              {t('I lost my passkey')}
            </ButtonLink>
          </div>
        )
      )}
    </>
  )
}

/** A button that stays pending after success, because the page is then left. */
function LeavingButton({ run, ...button }: ComponentProps<typeof Button> & { run: () => Promise<unknown> }) {
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: run })
  return (
    <>
      <ProblemPanel error={error} />
      <Button size="md" {...button} pending={isPending || isSuccess} onClick={() => mutate()} />
    </>
  )
}

/** Clears an administrator's data from memory after sign-out. */
function useForgetting(isSignedOut: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isSignedOut) queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }, [queryClient, isSignedOut])
}

export function SetupPage(): ReactElement {
  const setupToken = useLinkToken()
  const session = useQuery(sessionQuery())
  const navigate = useNavigate()
  const [isEnrolled, setIsEnrolled] = useState(false)
  const queryClient = useQueryClient()
  const enter = async () => {
    // The session becomes "signed in" in a moment. Until then the page must not show "already set up".
    setIsEnrolled(true)
    await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
    await navigate(paths.overview.href(), { replace: true })
  }
  const isSetUp = !isEnrolled && (session.data?.signedIn === true || session.data?.setupRequired === false)
  return (
    <>
      <AuthTitle tab={t('Set up')}>{isSetUp ? t('Already set up') : t('Set up your console')}</AuthTitle>
      {isSetUp ? (
        <>
          <p className="mt-1 mb-6 text-muted">
            {t('This console has an administrator. The setup link works only once.')}
          </p>
          <ButtonLink tone="primary" size="md" to={paths.overview.href()} className="w-full">
            {session.data?.signedIn === true ? t('Go to the overview') : t('Go to sign in')}
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="mt-1 mb-6 text-muted">
            {t(
              'You are its first administrator. You sign in with a passkey on this device or a security key.',
            )}
          </p>
          <ProblemPanel error={session.error} onRetry={session.refetch} pending={session.isFetching} />
          {setupToken === '' ? (
            <Notice tone="warning" title={t('The link is incomplete')}>
              {t(
                'Open the setup link again, exactly as the server printed it, including the part after the # sign.',
              )}
            </Notice>
          ) : (
            <EnrolForm
              nameSchema={setupOptionsRequestSchema.shape.name}
              action={t('Create passkey')}
              send={(name) => enrolAdministrator({ setupToken, name })}
              onDone={enter}
            />
          )}
        </>
      )}
    </>
  )
}

export function JoinPage(): ReactElement {
  const token = useLinkToken()
  return (
    <>
      <AuthTitle tab={t('Join')}>{t('Your invitation')}</AuthTitle>
      {token === '' ? (
        <Notice className="mt-4" tone="warning" title={t('The link is incomplete')}>
          {t('Open the invitation again, exactly as you received it, including the part after the # sign.')}
        </Notice>
      ) : (
        <Invitation token={token} />
      )}
    </>
  )
}

function Invitation({ token }: { token: string }) {
  const invitation = useQuery({
    queryKey: ['invitation-link'],
    queryFn: ({ signal }) => readInvitation(token, signal),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Loaded query={invitation} skeleton={<SkeletonRows rows={2} label={t('Loading the invitation')} />}>
      {({ organization, role, invitedBy }) => (
        <>
          <p className="mt-1 mb-6 text-muted [overflow-wrap:anywhere]">
            <Rich
              text="{name} invites you to {organization} as: {role}."
              parts={{
                name: displayName(invitedBy),
                organization: <strong className="font-strong text-ink">{displayName(organization)}</strong>,
                role: roleName(role),
              }}
            />
          </p>
          <Ways token={token} />
        </>
      )}
    </Loaded>
  )
}

/** Lets a new person create a passkey and an existing one sign in. */
function Ways({ token }: { token: string }) {
  const session = useQuery(sessionQuery())
  const [hasPasskey, setHasPasskey] = useState(false)
  if (session.data?.signedIn === true)
    return (
      <div className="flex flex-col gap-4">
        <LeavingButton tone="primary" icon="passkey" run={() => acceptInvitation(token)}>
          {t('Join as {name}', { name: displayName(session.data.admin.name) })}
        </LeavingButton>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      {hasPasskey ? (
        <SignInPanel onSignedIn={() => undefined} />
      ) : (
        <EnrolForm
          nameSchema={joinOptionsRequestSchema.shape.name}
          action={t('Create passkey and join')}
          send={(name) => joinBy({ token, name })}
        />
      )}
      <Button tone="quiet" size="md" onClick={() => setHasPasskey(!hasPasskey)}>
        {hasPasskey ? t('I am new') : t('I already have a passkey')}
      </Button>
    </div>
  )
}

/** Page for people who have lost every passkey: opens a recovery link, or takes a recovery code. */
export function RecoverPage(): ReactElement {
  const token = useLinkToken()
  const [obstacle] = useState(passkeyObstacle)
  const { field, submit, problem, isPending, isSuccess } = useSchemaForm(joinRequestSchema, {
    defaultValues: { token },
    send: (values) => recoverBy({ token: values.token.trim() }),
    onDone: () => undefined,
  })
  return (
    <>
      <AuthTitle tab={t('Recover your account')}>{t('Recover your account')}</AuthTitle>
      <p className="mt-1 mb-6 text-muted">
        {t('You create a new passkey. Your other sessions end; check your passkeys afterwards.')}
      </p>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {token === '' && (
          <TextField
            label={t('Recovery code')}
            hint={t(
              'One of your ten codes. Without one, ask an owner of your organization for a recovery link.',
            )}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            {...field('token')}
          />
        )}
        <ProblemPanel error={obstacle ?? problem} />
        {obstacle === null && (
          <Button type="submit" tone="primary" size="md" icon="passkey" pending={isPending || isSuccess}>
            {isPending ? t('Waiting for your passkey') : t('Create passkey')}
          </Button>
        )}
      </form>
    </>
  )
}

function AuthTitle({ tab, children }: { tab: string; children: string }) {
  return (
    <>
      <title>{`${tab} · Latchkey`}</title>
      <h1 className="text-xl font-strong tracking-tight">{children}</h1>
    </>
  )
}

/** Page to which the identity provider returns the browser, after signing in or linking an account. */
export function ProviderReturnPage(): ReactElement {
  const queryClient = useQueryClient()
  const back = useQuery({
    queryKey: ['session', 'identity'],
    queryFn: async () => {
      const finished = await finishAtProvider()
      if (finished === undefined) return paths.signIn.href()
      broadcastSession(await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 }))
      return 'linked' in finished ? paths.account.href() : paths.overview.href()
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (back.data !== undefined) return <Navigate replace to={back.data} />
  return (
    <>
      <AuthTitle tab={t('Sign in')}>{t('Identity provider')}</AuthTitle>
      {back.error === null ? (
        <SkeletonRows rows={1} label={t('Checking the answer')} />
      ) : (
        <div className="mt-4 flex flex-col gap-4">
          <ProblemPanel error={back.error} />
          <ButtonLink tone="primary" size="md" to={paths.signIn.href()} className="w-full">
            {t('Go to sign in')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}
