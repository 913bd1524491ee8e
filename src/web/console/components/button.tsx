import { useState, type ComponentProps, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type ConsoleRoute, CONSOLE_ACCESS, reaches, type Role } from '#protocol/console-access.ts'
import { useQuery } from '@tanstack/react-query'
import { thoseWhoReach } from '#web/console/lib/display.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { Icon, type IconName } from './icon.tsx'

type Look = {
  /** `add`: the main one of a list, with a plus. */
  tone?: 'primary' | 'add' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'sm' | 'md' | undefined
  icon?: IconName | undefined
  /** Its request: without the role for it the reason stands here, or nothing (`silent`). */
  route?: ConsoleRoute | undefined
  silent?: boolean | undefined
  /** Read out behind the label, where several have the same. */
  of?: string | undefined
  children: ReactNode
}

const PRIMARY =
  'bg-accent text-accent-contrast shadow-sm hover:bg-accent-hover active:bg-accent-pressed disabled:bg-accent/60 aria-disabled:bg-accent/60'
const TONES = {
  primary: PRIMARY,
  add: PRIMARY,
  secondary:
    'bg-surface text-ink border border-line shadow-sm hover:bg-hover hover:border-line-strong active:bg-sunken disabled:text-disabled aria-disabled:text-disabled',
  quiet:
    'text-muted hover:bg-hover hover:text-ink active:bg-sunken disabled:text-disabled aria-disabled:text-disabled',
  danger:
    'bg-danger-solid text-danger-contrast shadow-sm hover:brightness-95 active:brightness-90 disabled:opacity-60 aria-disabled:opacity-60',
}
const SIZES = { sm: 'h-8 px-3 text-sm pointer-coarse:h-10', md: 'h-10 px-4 text-md' }

function lookOf({ tone = 'secondary', size = 'sm' }: Pick<Look, 'tone' | 'size'>): string {
  return `inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed aria-disabled:cursor-not-allowed ${TONES[tone]} ${SIZES[size]}`
}

type ButtonProps = Look & { pending?: boolean; refusing?: boolean } & Omit<
    ComponentProps<'button'>,
    'children'
  >

/**
 * While `pending` the button keeps its width and its focus (a disabled one would lose it) and refuses a second
 * press; while `refusing` it does so because there is nothing to do.
 */
export function Button({ pending = false, refusing = false, className = '', ...button }: ButtonProps) {
  const { tone, size, icon, route, silent, of, children, ...rest } = button
  const isRefusing = pending || refusing
  return (
    <Allowed {...{ route, silent }}>
      <button
        type="button"
        {...rest}
        aria-disabled={isRefusing || undefined}
        aria-busy={pending || undefined}
        {...(isRefusing && { onClick: (event) => event.preventDefault() })}
        className={`${lookOf({ tone, size })} ${pending ? 'skeleton-motion' : ''} ${className}`}
      >
        <Label {...{ tone, icon, of, children }} />
      </button>
    </Allowed>
  )
}

type ButtonLinkProps = Look & { to: string; className?: string }

export function ButtonLink({ to, className = '', ...look }: ButtonLinkProps) {
  return (
    <Allowed {...look}>
      <Link to={to} className={`${lookOf(look)} ${className}`}>
        <Label {...look} />
      </Link>
    </Allowed>
  )
}

function Label({ tone, icon = tone === 'add' ? 'plus' : undefined, of, children }: Look) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {of !== undefined && <span className="sr-only"> {of}</span>}
    </>
  )
}

function Allowed({ route, silent = false, children }: Pick<Look, 'route' | 'silent' | 'children'>) {
  return route === undefined ? children : <IfMay {...{ route, silent }}>{children}</IfMay>
}

type DialogButtonProps = Omit<ButtonProps, 'onClick'> & { dialog: (close: () => void) => ReactNode }

/** Opens a dialog. The dialog must not hold what would be lost if the button went away, such as a new secret. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  )
}

type TextLinkProps = { to: string; className?: string; children: ReactNode }

export function TextLink({ to, className = '', children }: TextLinkProps) {
  return (
    <Link to={to} className={`rounded-sm text-sm font-medium text-accent-text hover:underline ${className}`}>
      {children}
    </Link>
  )
}

type IconButtonProps = { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'children'>

export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-10 ${className}`}
    >
      <Icon name={icon} />
    </button>
  )
}

type IfMayProps = Pick<Look, 'silent' | 'children'> & { route: ConsoleRoute }

/** Its children if the role allows their request; otherwise the reason, or nothing where that would be repeated. */
export function IfMay({ route, silent = false, children }: IfMayProps) {
  const { may, needed } = useMay(route)
  if (may) return children
  if (silent) return null
  return (
    <span className="inline-flex h-8 items-center gap-1.5 text-sm text-muted">
      <Icon name="lock" className="size-3.5" />
      {thoseWhoReach(needed)}
    </span>
  )
}

/**
 * Whether the signed-in administrator's role allows a route, by the server's own table; `needed` is the lowest
 * role that does. While the session is unknown everything is allowed: the server refuses.
 */
export function useMay(route: ConsoleRoute): { may: boolean; needed: Role } {
  const role = useQuery(sessionQuery()).data
  const needed = CONSOLE_ACCESS[route].role
  return { may: role?.signedIn !== true || reaches(role.admin.role, needed), needed }
}

type RowLinkProps = { to: string; label?: string; className?: string; children: ReactNode }

/** The link that covers its row, whose position is `relative`. */
export function RowLink({ to, label, className = '[overflow-wrap:anywhere]', children }: RowLinkProps) {
  return (
    <Link to={to} aria-label={label} className={`${ROW_LINK} ${className}`}>
      {children}
    </Link>
  )
}

const ROW_LINK =
  'font-medium after:absolute after:inset-0 after:content-[""] hover:text-accent-text focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
