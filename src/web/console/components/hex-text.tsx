import { useContext, type ReactElement } from 'react'
import { shortAddress } from '#protocol/display/address.ts'
import { TOOL, CopyButton } from '#web/console/components/copy-button.tsx'
import { useKnownAddress } from '#web/console/lib/known-addresses.ts'
import { SessionContext } from '#web/console/lib/session.query.ts'
import { Address } from '#web/ui/call/address.tsx'
import { HexGroups } from '#web/ui/call/hex-groups.tsx'
import { t } from '#web/ui/text.ts'
import { Icon } from './button.tsx'

type HexTextProps = {
  /** 0x and hex digits. Addresses are already checksummed. */
  value: string
  /** Name of the value for the copy button, such as "wallet address". */
  what: string
  copyable?: boolean
  /**
   * Displays an address by its name or shortened, for lists. False displays the value in full and in groups, for
   * comparison.
   */
  short?: boolean
  /** Sources for the name of an address. Use fewer sources if a name is displayed next to the address. */
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

/** The name of an address. With `short`, an address without a name is displayed shortened. */
function AddressName({ value, names, short }: NameProps) {
  const { entry } = useKnownAddress(value)
  const name = names === 'all' || names === entry?.from ? entry?.name : undefined
  if (name === undefined)
    return short && <span className="font-mono text-sm whitespace-nowrap">{shortAddress(value)}</span>
  const look = short ? 'max-w-48 min-w-0 truncate' : 'block text-sm font-medium [overflow-wrap:anywhere]'
  return <span className={look}>{name}</span>
}

/**
 * A warning if an address imitates a known one. If an address that is displayed in full could not be compared, a note
 * says so, because people rely on full addresses. For short addresses, the page has one note.
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
