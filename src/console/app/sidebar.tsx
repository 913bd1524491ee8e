import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Session } from '#shared/org/console-api.ts'
import { IconButton } from '#console/components/button.tsx'
import { LogoMark } from '#console/components/logo.tsx'
import { sessionQuery, type SignedInSession } from '#console/features/session/get-session.query.ts'
import { signOut } from '#console/features/session/sign-out.ts'
import { t } from '#console/lib/text.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { LiveMark } from './live-mark.tsx'
import { Navigation } from './navigation.tsx'
import { PaletteButton } from './palette.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const SIGNED_OUT: Session = { signedIn: false, setupRequired: false }

type SidebarProps = { session: SignedInSession; onSearch: () => void; onNavigate?: () => void }

export function Sidebar({ session, onSearch, onNavigate }: SidebarProps) {
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto p-4">
      <div className="flex items-center gap-3 px-2 pt-1">
        <LogoMark className="size-8" />
        <div className="min-w-0">
          <p className="truncate font-strong tracking-tight" title={session.organization.name}>
            {session.organization.name}
          </p>
          <p className="text-xs text-muted">Latchkey{session.sandbox ? ` · ${t('Sandbox')}` : ''}</p>
        </div>
      </div>
      <PaletteButton onOpen={onSearch} />
      <div className="flex-1">
        <Navigation {...(onNavigate && { onNavigate })} />
      </div>
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <div className="flex items-center gap-2 px-2">
          <p className="min-w-0 flex-1 truncate text-sm text-muted" title={session.admin.name}>
            {session.admin.name}
          </p>
          <SignOutButton />
        </div>
        <div className="flex items-center justify-between gap-2 px-2">
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
        <div className="px-2">
          <LiveMark />
        </div>
      </div>
    </div>
  )
}

function SignOutButton() {
  const queryClient = useQueryClient()
  const leave = useMutation({
    mutationFn: signOut,
    // The page of signing in follows by itself, and forgets what this administrator has seen.
    onSuccess: () => {
      queryClient.setQueryData(sessionQuery().queryKey, SIGNED_OUT)
    },
  })
  return (
    <IconButton
      icon="signOut"
      label={leave.isError ? t('Signing out failed. Try again') : t('Sign out')}
      disabled={leave.isPending}
      onClick={() => leave.mutate()}
      className={leave.isError ? 'text-danger' : ''}
    />
  )
}
