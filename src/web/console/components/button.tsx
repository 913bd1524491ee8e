import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, type ReactElement } from 'react'
import { Link } from 'react-router'
import { type Access, reaches, type Role } from '#protocol/roles.ts'
import { type LinkedDialog, useDialogAt } from '#web/console/lib/dialog-at.ts'
import { thoseWhoReach } from '#web/console/lib/display.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'

type Look = {
  /** `add`: the main action of a list, with a plus icon. */
  tone?: 'primary' | 'add' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'sm' | 'md' | undefined
  icon?: IconName | undefined
  /**
   * The endpoint that the button calls. Users without the endpoint's role see the reason instead of the button, or
   * nothing if `silent`.
   */
  access?: Access | undefined
  silent?: boolean | undefined
  /** Read by screen readers after the label, to distinguish buttons with the same label. */
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

function styleButton({ tone = 'secondary', size = 'sm' }: Pick<Look, 'tone' | 'size'>): string {
  return `inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed aria-disabled:cursor-not-allowed ${TONES[tone]} ${SIZES[size]}`
}

type ButtonProps = Look & { pending?: boolean; refusing?: boolean } & Omit<
    ComponentProps<'button'>,
    'children'
  >

/**
 * A button. While `pending` it keeps its width and focus, which a disabled button would lose, and ignores
 * further presses. While `refusing` it ignores presses because there is nothing to do.
 */
export function Button({
  pending = false,
  refusing = false,
  className = '',
  ...button
}: ButtonProps): ReactElement {
  const { tone, size, icon, access, silent, of, children, ...rest } = button
  const isRefusing = pending || refusing
  return (
    <Allowed {...{ access, silent }}>
      <button
        type="button"
        {...rest}
        aria-disabled={isRefusing || undefined}
        aria-busy={pending || undefined}
        {...(isRefusing && { onClick: (event) => event.preventDefault() })}
        className={`${styleButton({ tone, size })} ${pending ? 'skeleton-motion' : ''} ${className}`}
      >
        <Label {...{ tone, icon, of, children }} />
      </button>
    </Allowed>
  )
}

type ButtonLinkProps = Look & {
  to: string
  /** Replaces the entry of the browser's history, so that going back skips this page. */
  replace?: boolean
  className?: string
}

export function ButtonLink({ to, replace = false, className = '', ...look }: ButtonLinkProps): ReactElement {
  return (
    <Allowed {...look}>
      <Link to={to} replace={replace} className={`${styleButton(look)} ${className}`}>
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

function Allowed({ access, silent = false, children }: Pick<Look, 'access' | 'silent' | 'children'>) {
  return access === undefined ? children : <IfMay {...{ access, silent }}>{children}</IfMay>
}

type DialogButtonProps = Omit<ButtonProps, 'onClick'> & {
  dialog: (close: () => void) => ReactNode
  /** The dialog's name for links that open it. */
  linkedAs?: LinkedDialog
}

/**
 * Opens a dialog. The dialog must not contain anything that would be lost with the button, such as a new
 * secret.
 */
export function DialogButton({ dialog, linkedAs, ...button }: DialogButtonProps): ReactElement {
  const [isOpen, setIsOpen] = useDialogAt(linkedAs)
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Allowed access={button.access} silent>
          {dialog(() => setIsOpen(false))}
        </Allowed>
      )}
    </>
  )
}

type TextLinkProps = { to: string; className?: string; children: ReactNode }

export function TextLink({ to, className = '', children }: TextLinkProps): ReactElement {
  return (
    <Link to={to} className={`rounded-sm text-sm font-medium text-accent-text hover:underline ${className}`}>
      {children}
    </Link>
  )
}

type IconButtonProps = { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'children'>

export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps): ReactElement {
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

type IfMayProps = Pick<Look, 'silent' | 'children'> & { access: Access }

/**
 * Renders its children if the role allows their request. Otherwise renders the reason, or nothing if
 * `silent`.
 */
export function IfMay({ access, silent = false, children }: IfMayProps): ReactNode {
  const { may, needed } = useMay(access)
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
 * Whether the signed-in administrator's role allows a request, according to its endpoint. `needed` is the lowest
 * role that does. Allows everything while the session is unknown, because the server refuses.
 */
export function useMay({ role: needed }: Access): { may: boolean; needed: Role } {
  const session = useQuery(sessionQuery()).data
  return { may: session?.signedIn !== true || reaches(session.admin.role, needed), needed }
}

type RowLinkProps = { to: string; label?: string; className?: string; children: ReactNode }

/** A link that covers its row. The row's position is `relative`. */
export function RowLink({
  to,
  label,
  className = '[overflow-wrap:anywhere]',
  children,
}: RowLinkProps): ReactElement {
  return (
    <Link to={to} aria-label={label} className={`${ROW_LINK} ${className}`}>
      {children}
    </Link>
  )
}

const ROW_LINK =
  'font-medium after:absolute after:inset-0 after:content-[""] hover:text-accent-text focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'

/** Line icons in a 16-unit square, drawn for this console. */
const SHAPES = {
  overview: 'M2.5 2.5h4.5v6H2.5zM9 2.5h4.5v3.5H9zM9 8h4.5v5.5H9zM2.5 10.5H7v3H2.5z',
  wallet:
    'M2.5 4.5v7A1.5 1.5 0 0 0 4 13h8a1.5 1.5 0 0 0 1.5-1.5v-4A1.5 1.5 0 0 0 12 6H4a1.5 1.5 0 0 1 0-3h7.5v3M10.9 9.5h.2',
  token: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M8 5.3 10.7 8 8 10.7 5.3 8z',
  transfer: 'M2.5 5.5h10M9.5 2.5l3 3-3 3M13.5 10.5h-10M6.5 7.5l-3 3 3 3',
  key: 'M10.3 8.2a2.9 2.9 0 1 0-2.5-2.5L2.5 11v2.5H5V12h1.5v-1.5H8z M10.7 5.3h.01',
  plug: 'M6 2.5V5M10 2.5V5M4.5 5h7v2.5a3.5 3.5 0 0 1-7 0zM8 11v2.5',
  settings:
    'M2.5 5h6M12 5h1.5M2.5 11H4M7.5 11h6M10.25 6.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5M5.75 12.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5',
  sun: 'M8 10.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13 9.6A5.5 5.5 0 1 1 6.4 3 4.5 4.5 0 0 0 13 9.6',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  people:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.5 13.5v-.75A3.75 3.75 0 0 1 5.25 9h1.5a3.75 3.75 0 0 1 3.75 3.75v.75M10.5 7.3a2.5 2.5 0 0 0 0-4.6M12 9.4a3.75 3.75 0 0 1 2.5 3.35v.75',
  device: 'M2.5 3h11v7.5h-11zM6 13.5h4M8 10.5v3',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  check: 'M3 8.5 6.5 12 13 4.5',
  plus: 'M8 3v10M3 8h10',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.3 10.3l3.2 3.2',
  next: 'M6 3.5 10.5 8 6 12.5',
  previous: 'M10 3.5 5.5 8l4.5 4.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  external: 'M9 3h4v4M13 3 7.5 8.5M11.5 9.5v3.5h-8.5V4.5h3.5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  filter: 'M2.5 4.5h11M4.5 8h7M6.5 11.5h3',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  warning: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3v.01',
  info: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M8 7.5V11M8 5.2v.01',
  send: 'M13.5 2.5 9.5 13.5 7.3 8.7 2.5 6.5zM7.3 8.7l6.2-6.2',
  receive: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
  signOut: 'M6.5 2.5h-4v11h4M6 8h7.5M10.5 5l3 3-3 3',
  passkey:
    'M6.25 7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.75 13.5v-.5a3.75 3.75 0 0 1 3.75-3.75h1.75M11.75 9.75a2 2 0 1 0 0-4 2 2 0 0 0 0 4M11.75 9.75v4.5M11.75 12.5h1.5',
  inbox: 'M2.5 9.5h3.2l1 1.5h2.6l1-1.5h3.2M2.5 9.5 4.3 3.5h7.4l1.8 6v3.5h-11z',
  shop: 'M3 6.5v7h10v-7M2.5 6.5l1-4h9l1 4zM6.5 13.5v-4h3v4',
  drop: 'M8 2.2c2.4 2.9 4 4.9 4 7a4 4 0 0 1-8 0c0-2.1 1.6-4.1 4-7z',
  refresh: 'M13 8a5 5 0 0 1-9.2 2.7M3 8a5 5 0 0 1 9.2-2.7M12.5 2.5v3h-3M3.5 13.5v-3h3',
  book: 'M3.5 12V3.5A1 1 0 0 1 4.5 2.5h8v9H4.25a.75.75 0 0 0 0 2h8.25v-2M6 5.5h4',
  webhook:
    'M8 6a1.75 1.75 0 1 0 0-3.5A1.75 1.75 0 0 0 8 6M4 13.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5M12 13.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5M7.1 5.8 5 9.9M8.9 5.8l2.1 4.1M5.75 11.5h4.5',
  log: 'M3.5 2.5h9v11h-9zM6 5.5h4M6 8h4M6 10.5h2',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V3M11.5 11V5.5',
  clock: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M8 5v3l2 1.5',
} as const

export type IconName = keyof typeof SHAPES

/** Classes that include a size. An icon without a size fills the available space. */
type Sized = `${string}size-${string}`

export function Icon({ name, className = 'size-4' }: { name: IconName; className?: Sized }): ReactElement {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}

/** The logo: a latch with a keyhole as its opening. */
export function LogoMark({ className = 'size-6' }: { className?: string }): ReactElement {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`shrink-0 ${className}`}>
      <rect width="24" height="24" rx="6" fill="var(--latchkey-accent)" />
      <path
        d="M12 5.5a3.75 3.75 0 0 0-1.9 6.98L9.1 18h5.8l-1-5.52A3.75 3.75 0 0 0 12 5.5z"
        fill="var(--latchkey-accent-contrast)"
      />
    </svg>
  )
}

export function Logo(): ReactElement {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark />
      <span className="text-lg font-strong tracking-tight">Latchkey</span>
    </span>
  )
}
