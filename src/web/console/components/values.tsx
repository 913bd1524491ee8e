import { t, piecesOf } from '#web/ui/text.ts'
import { Fragment, useContext, useState, type ReactNode, type ReactElement } from 'react'
import { useKnownAddress } from '#web/console/lib/known-addresses.ts'
import { SessionContext } from '#web/console/lib/session.query.ts'
import { shortAddress } from '#protocol/display/address.ts'
import { formatAbsolute, formatDue, formatRelative, nextTryText } from '#web/console/lib/display.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { Address } from '#web/ui/call/address.tsx'
import { HexGroups } from '#web/ui/call/hex-groups.tsx'
import { useCopy } from '#web/ui/call/use-copy.ts'
import { Icon } from './button.tsx'

type HexTextProps = {
  /** 0x and hex digits. Addresses are already checksummed. */
  value: string
  /** Name of the value for the copy button, such as "wallet address". */
  what: string
  copyable?: boolean
  /**
   * Displays an address by its name or shortened, for lists. Otherwise it is shown in full, in groups, for
   * comparison.
   */
  short?: boolean
  /** Sources for names. Fewer if a name is displayed next to the address. */
  names?: 'all' | 'book' | 'none'
  /** Whether the value is the hash of a transaction on the chain. */
  isTransaction?: boolean
}

const ADDRESS = /^0x[0-9a-f]{40}$/i

/**
 * Path of an address or a transaction in the block explorer. Undefined if the explorer has no page for the
 * value.
 */
function findExplorerPath({ value, isTransaction = false }: HexTextProps): string | undefined {
  if (ADDRESS.test(value)) return `address/${value}`
  return isTransaction ? `tx/${value}` : undefined
}

/** An address or a hash with its copy button and its link to the block explorer. */
export function HexText(props: HexTextProps): ReactElement {
  const { value, what, copyable = true, short = false, names = 'all' } = props
  const isAddress = ADDRESS.test(value)
  const explorerPath = findExplorerPath(props)
  const tools = (
    <>
      {copyable && <CopyButton text={value} what={what} />}
      {explorerPath !== undefined && <ExplorerLink path={explorerPath} />}
    </>
  )
  if (short && isAddress)
    return (
      <span className="inline-flex min-w-0 flex-col">
        <span title={value} className="inline-flex min-w-0 items-center gap-1">
          <AddressName {...{ value, names, short }} />
          {tools}
        </span>
        <Imitation address={value} />
      </span>
    )
  return (
    <span className="inline-block min-w-0">
      {isAddress && <AddressName {...{ value, names, short }} />}
      {isAddress && <Imitation address={value} whole />}
      {isAddress ? <Address address={value} tools={tools} /> : <HexGroups hex={value} tools={tools} />}
    </span>
  )
}

type NameProps = { value: string; names: 'all' | 'book' | 'none'; short: boolean }

/** The name of an address. A short address without a name is shortened. */
function AddressName({ value, names, short }: NameProps) {
  const { entry } = useKnownAddress(value)
  const name = names === 'all' || names === entry?.from ? entry?.name : undefined
  if (name === undefined)
    return short && <span className="font-mono text-sm whitespace-nowrap">{shortAddress(value)}</span>
  const look = short ? 'max-w-48 min-w-0 truncate' : 'block text-sm font-medium [overflow-wrap:anywhere]'
  return <span className={look}>{name}</span>
}

/**
 * A warning if an address imitates a known one. A full address that was not compared gets a note, because
 * people rely on it there. For short addresses, the page has one note.
 */
function Imitation({ address, whole = false }: { address: string; whole?: boolean }) {
  const { imitated, isUnchecked, areWalletsUnknown } = useKnownAddress(address)
  if (imitated === undefined) {
    if (!whole || !(isUnchecked || areWalletsUnknown)) return null
    return (
      <span className="block text-sm whitespace-normal text-muted">
        {isUnchecked
          ? t('Name and look-alikes not checked')
          : t('Not compared with all wallets: the hosted service cannot do that')}
      </span>
    )
  }
  return (
    <span className="flex items-start gap-1.5 text-sm whitespace-normal text-danger">
      <Icon name="warning" className="mt-0.5 size-3.5" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {t('Looks like {name}, but is a different address', { name: imitated.name })}
      </span>
    </span>
  )
}

const TOOL =
  'relative z-10 inline-flex size-6 shrink-0 items-center justify-center rounded-sm align-middle text-faint transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-8'

/** Link to the block explorer. Rendered only if the deployment has one. */
function ExplorerLink({ path }: { path: string }) {
  const url = useContext(SessionContext)?.explorerUrl
  if (url === undefined) return null
  const label = t('Open in the block explorer')
  return (
    <a
      href={`${url}/${path}`}
      target="_blank"
      rel="noreferrer"
      title={label}
      aria-label={label}
      className={TOOL}
    >
      <Icon name="external" className="size-3.5" />
    </a>
  )
}

const SHELL =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-sunken'

/** Whether the content security policy allows loading it: the console's own origin, https or data. */
function isLoadable(address: string): boolean {
  return /^(https:|data:|\/(?!\/))/i.test(address) || address.startsWith(`${window.location.origin}/`)
}

/** A token's logo, or its first letter if no logo can be loaded. */
export function TokenMark({
  symbol,
  logoUrl,
}: {
  symbol: string
  logoUrl?: string | undefined
}): ReactElement {
  const [failedUrl, setFailedUrl] = useState<string | undefined>(undefined)
  if (logoUrl === undefined || !isLoadable(logoUrl) || logoUrl === failedUrl) {
    return (
      <span aria-hidden="true" className={`${SHELL} text-sm font-strong text-muted`}>
        {symbol.charAt(0).toUpperCase()}
      </span>
    )
  }
  return (
    <img src={logoUrl} alt="" onError={() => setFailedUrl(logoUrl)} className={`${SHELL} object-cover`} />
  )
}

/** Copies `text`. `what` names it for screen readers, such as "wallet address". */
export function CopyButton({ text, what }: { text: string; what: string }): ReactElement {
  const { copied, copy } = useCopy(text)
  return (
    <button type="button" onClick={() => void copy()} title={t('Copy {what}', { what })} className={TOOL}>
      <Icon name={copied ? 'check' : 'copy'} className={copied ? 'size-3.5 text-success' : 'size-3.5'} />
      <span className="sr-only" role="status">
        {copied ? t('Copied {what}', { what }) : ''}
      </span>
      <span className="sr-only">{t('Copy {what}', { what })}</span>
    </button>
  )
}

/** A labelled copy button, for the main value of a page. */
export function CopyTextButton({ text, what }: { text: string; what: string }): ReactElement {
  const { copied, copy } = useCopy(text)
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={t('Copy {what}', { what })}
      className="inline-flex h-8 shrink-0 items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm font-medium shadow-sm transition-colors hover:border-line-strong hover:bg-hover pointer-coarse:h-10"
    >
      <Icon name={copied ? 'check' : 'copy'} className={copied ? 'size-4 text-success' : 'size-4'} />
      <span role="status">{copied ? t('Copied') : t('Copy')}</span>
    </button>
  )
}

type TimeAgoProps = {
  datetime: string
  /** The time is a deadline or a planned event, not a past event. */
  isDue?: boolean
}

/** A time relative to now. Hovering shows the full date and time. */
export function TimeAgo({ datetime, isDue = false }: TimeAgoProps): ReactElement {
  const nowMs = useNow()
  return (
    <time dateTime={datetime} title={formatAbsolute(datetime)} className="whitespace-nowrap">
      {isDue ? formatDue(datetime, nowMs) : formatRelative(datetime, nowMs)}
    </time>
  )
}

/** Time of the next retry, as a sentence. */
export function NextTry({ datetime }: { datetime: string }): string {
  return nextTryText(datetime, useNow())
}

/** Code to paste. Long lines wrap, so it needs no scrolling and no focus. */
export function CodeBlock({
  code,
  what,
  title,
}: {
  code: string
  what: string
  title: string
}): ReactElement {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line">
      <figcaption className="flex items-center justify-between gap-4 border-b border-line bg-canvas py-1.5 pr-1.5 pl-3 text-sm font-medium">
        {title}
        <CopyTextButton text={code} what={what} />
      </figcaption>
      <pre className="bg-sunken p-3 text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
        <code className="font-mono">{code}</code>
      </pre>
    </figure>
  )
}

/**
 * A text with elements: `<Rich text="Read {guide} first." parts={{ guide: <a …>{t('the guide')}</a> }} />`.
 */
export function Rich({
  text,
  parts,
}: {
  text: string
  parts: Readonly<Record<string, ReactNode>>
}): ReactElement[] {
  return piecesOf<ReactNode>(text, parts).map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change their order
    <Fragment key={index}>{piece}</Fragment>
  ))
}
