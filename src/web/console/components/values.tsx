import { formatExact } from '#web/ui/typed-amount.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useId, useState, useEffect, type ReactNode } from 'react'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import { addressBookQuery, savedName } from '#web/console/lib/address-book.query.ts'
import { t, piecesOf } from '#web/ui/text.ts'
import { formatUnits } from '#protocol/money.ts'
import { tokenSymbol } from '#web/console/lib/display-names.ts'
import { formatAbsolute, formatRelative, nextTryText } from '#web/console/lib/format-time.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { Icon } from './icon.tsx'

type HexTextProps = {
  /** 0x and hex digits; addresses already in their checksummed form. */
  value: string
  /** Names the value in the copy button: "wallet address". */
  what: string
  copyable?: boolean
  className?: string
}

const GROUPS = /.{1,4}/g
const ADDRESS_DIGITS = 40

/**
 * A full address or hash in groups that are easy to compare. The gaps are margins, so that the selected
 * and copied text has none.
 */
export function HexText({ value, what, copyable = true, className = '' }: HexTextProps) {
  const digits = value.startsWith('0x') ? value.slice(2) : value
  const groups = digits.match(GROUPS) ?? []
  const prefix = value.startsWith('0x') ? '0x' : ''
  const isAddress = prefix !== '' && digits.length === ADDRESS_DIGITS
  return (
    <span className={`inline-flex min-w-0 flex-col ${className}`}>
      {isAddress && <AddressName address={value} />}
      <span className="inline-flex min-w-0 items-center gap-1">
        <span className="min-w-0 font-mono text-sm text-balance [word-break:keep-all]">
          {groups.map((group, index) => (
            // The groups of one value never move, so their index is their identity.
            <Fragment key={`${index}-${group}`}>
              {index > 0 && <wbr />}
              <span
                className={`not-last:mr-[0.35em] ${index < 2 || index === groups.length - 1 ? '' : 'text-muted'}`}
              >
                {index === 0 ? prefix + group : group}
              </span>
            </Fragment>
          ))}
        </span>
        {copyable && <CopyButton text={value} what={what} />}
      </span>
    </span>
  )
}

/** The address book's name for an address, or a warning if it imitates one in the book. */
function AddressName({ address }: { address: string }) {
  const book = useQuery(addressBookQuery())
  const saved = book.data?.find((one) => one.address === address.toLowerCase())
  if (saved !== undefined)
    return (
      <span className="block text-sm font-medium [overflow-wrap:anywhere]">{savedName(saved.label)}</span>
    )
  const original = imitatedBy(address, book.data ?? [])
  if (original === undefined) return null
  return (
    <span className="flex items-start gap-1.5 text-sm text-danger">
      <Icon name="warning" className="mt-0.5 size-3.5" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {t('Looks like {name}, but is a different address', { name: savedName(original.label) })}
      </span>
    </span>
  )
}

type AmountProps = {
  /** Base units, a decimal string. */
  units: string
  decimals: number
  symbol: string
  className?: string
}

/** An amount in human form; pressing it shows the exact number of base units. */
export function Amount({ units, decimals, symbol, className = '' }: AmountProps) {
  const id = useId()
  const shownSymbol = tokenSymbol(symbol)
  const human = formatExact(formatUnits(units, decimals))
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        title={t('Show the exact amount in base units')}
        className={`relative z-10 rounded-sm text-left decoration-line-strong [overflow-wrap:anywhere] decoration-dotted underline-offset-4 hover:underline ${className}`}
      >
        <span className="tabular-nums">{human}</span> <span className="text-muted">{shownSymbol}</span>
      </button>
      <span
        popover="auto"
        id={id}
        className="popover-beside max-w-80 rounded-md border border-line bg-raised p-3 text-left text-sm font-normal tracking-normal text-ink shadow-lg"
      >
        <span className="block text-muted">
          {t('Exact amount in base units ({decimals, plural, one {# decimal} other {# decimals}})', {
            decimals,
          })}
        </span>
        <span className="flex items-center gap-1">
          <span className="font-mono break-all">{units}</span>
          <CopyButton text={units} what={t('exact amount')} />
        </span>
      </span>
    </>
  )
}

const SHELL =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-sunken'

/** A token's logo, or its first letter without one. */
export function TokenMark({ symbol, logoUrl }: { symbol: string; logoUrl?: string | undefined }) {
  const [failedUrl, setFailedUrl] = useState<string | undefined>(undefined)
  if (logoUrl === undefined || logoUrl === '' || logoUrl === failedUrl) {
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

const SHOWN_MS = 1_600

function useCopy(text: string) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return { copied, copy }
}

/** Copies `text`; `what` names it for screen readers ("wallet address"). */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <button
      type="button"
      onClick={() => void copy()}
      title={t('Copy {what}', { what })}
      className="relative z-10 inline-flex size-6 shrink-0 items-center justify-center rounded-sm align-middle text-faint transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-8"
    >
      <Icon name={copied ? 'check' : 'copy'} className={copied ? 'size-3.5 text-success' : 'size-3.5'} />
      <span className="sr-only" role="status">
        {copied ? t('Copied {what}', { what }) : ''}
      </span>
      <span className="sr-only">{t('Copy {what}', { what })}</span>
    </button>
  )
}

/** The same as a labelled button, for a page's main value. */
export function CopyTextButton({ text, what }: { text: string; what: string }) {
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
  /** Something that ends or happens then: not what has happened already. */
  isDue?: boolean
  className?: string
}

/** A time relative to now, with the full date and time on hover. */
export function TimeAgo({ datetime, isDue = false, className = '' }: TimeAgoProps) {
  const nowMs = useNow()
  return (
    <time dateTime={datetime} title={formatAbsolute(datetime)} className={`whitespace-nowrap ${className}`}>
      {formatRelative(datetime, nowMs, isDue)}
    </time>
  )
}

/** When something is tried again, as a sentence. */
export function NextTry({ datetime }: { datetime: string }) {
  return nextTryText(datetime, useNow())
}

/** Code to paste. Long lines wrap: no scrolling, so no focus is needed. */
export function CodeBlock({ code, what, title }: { code: string; what: string; title: string }) {
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

/** A text with elements in it: `<Rich text="Read {guide} first." parts={{ guide: <a …>{t('the guide')}</a> }} />`. */
export function Rich({ text, parts }: { text: string; parts: Readonly<Record<string, ReactNode>> }) {
  return piecesOf<ReactNode>(text, parts).map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change their order
    <Fragment key={index}>{piece}</Fragment>
  ))
}
