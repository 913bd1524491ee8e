import type { ReactElement, ReactNode } from 'react'
import { Fragment } from 'react'
import type { AuditEntry } from '#protocol/audit.ts'
import { shortAddress } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { findCounterparty } from '#protocol/display/call-words.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { ROLES } from '#protocol/roles.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { callParts, callTitle } from '#web/console/lib/calls.ts'
import { roleName } from '#web/console/lib/display.ts'
import { useKnownAddress } from '#web/console/lib/known-addresses.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t, translatePieces } from '#web/ui/text.ts'
import { type CallContext, readAuditCall } from './audit-call.ts'
import { readSentence } from './audit-sentences.ts'
import { isAddress, type Names, readTargetId, readTargetName, shortId, targetHref } from './audit-targets.ts'

type AuditSentenceProps = { entry: AuditEntry; names: Names; context: CallContext }

/** An entry as a sentence, with links to what it names. */
export function AuditSentence({ entry, names, context }: AuditSentenceProps): ReactElement {
  const call = readAuditCall(entry, context)
  const isNamed = readTargetName(entry, names) !== undefined
  const text =
    readSentence(entry, { details: entry.details, call, isNamed }) ??
    t('{actor} performed an action that this console does not know: {action}')
  const parts: Readonly<Record<string, ReactNode>> = {
    ...peopleParts(entry, names),
    ...thingParts(entry, names),
    ...listCallParts(entry, call),
    action: <Code text={entry.action} />,
  }
  return (
    <>
      {translatePieces<ReactNode>(text, parts).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change their order
        <Fragment key={index}>{piece}</Fragment>
      ))}
    </>
  )
}

const TEXT_MAX = 100

/** A detail as text that cannot deceive. Empty if there is none. */
function readDetail({ details }: AuditEntry, name: string): string {
  const value = details[name]
  return value === undefined || value === null ? '' : harmlessText(String(value), TEXT_MAX).text
}

function peopleParts(entry: AuditEntry, names: Names): Record<string, ReactNode> {
  const { actor } = entry
  const detail = (name: string) => <Name text={readDetail(entry, name)} />
  return {
    actor:
      actor === null ? (
        t('Someone who is not signed in')
      ) : (
        <Name text={harmlessText(names.get(actor.id) ?? actor.name, TEXT_MAX).text || shortId(actor.id)} />
      ),
    role: roleText(readDetail(entry, 'role')),
    from: roleText(readDetail(entry, 'from')),
    to: roleText(readDetail(entry, 'to')),
    earlier: <Name text={readDetail(entry, 'before.label') || readDetail(entry, 'from')} />,
    later: detail('to'),
    inviter: detail('invitedBy'),
    issuer: <Name text={readHost(readDetail(entry, 'issuer'))} />,
    request: <Code text={harmlessText(entry.target ?? '', TEXT_MAX).text} />,
  }
}

/** The name of a role. A role of a later version is unknown and returned unchanged. */
function roleText(text: string): string {
  const role = ROLES.find((one) => one === text)
  return role === undefined ? text : roleName(role)
}

function readHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function thingParts(entry: AuditEntry, names: Names): Record<string, ReactNode> {
  const id = readTargetId(entry) ?? ''
  const name = readTargetName(entry, names)
  const { walletAddress, address, symbol } = entry.details
  const wallet = [walletAddress, address, id].find((text) => typeof text === 'string' && isAddress(text))
  const token = [address, id].find((text) => typeof text === 'string' && isAddress(text))
  const target = name === undefined ? <Code text={shortId(id)} /> : <Name text={name} />
  return {
    target: <MaybeLink to={targetHref(entry)}>{target}</MaybeLink>,
    name: <Name text={readDetail(entry, 'label')} />,
    wallet: <AddressPart address={wallet} />,
    address: <AddressPart address={isAddress(id) ? id : undefined} />,
    token:
      typeof symbol === 'string' ? (
        <Name text={readDetail(entry, 'symbol')} />
      ) : (
        <AddressPart address={token} />
      ),
    transaction: <MaybeLink to={targetHref(entry)}>{<Code text={shortId(id)} />}</MaybeLink>,
  }
}

function listCallParts(entry: AuditEntry, call: CallDescription | null): Record<string, ReactNode> {
  const { amount, token } = callParts(call)
  const wallet = entry.details['walletAddress']
  // A transaction that was sent at once is recorded with its hash, which has no page of its own.
  const activity =
    typeof wallet === 'string' && isAddress(wallet) ? paths.walletActivity.href(checksum(wallet)) : undefined
  const to = targetHref(entry) ?? activity
  return {
    amount: <MaybeLink to={to}>{[amount, token].filter((part) => part !== '').join(' ')}</MaybeLink>,
    title: <MaybeLink to={to}>{callTitle(call)}</MaybeLink>,
    recipient: <AddressPart address={findCounterparty(call)?.address} />,
  }
}

function MaybeLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  return to === undefined ? (
    <span className="font-medium">{children}</span>
  ) : (
    <TextLink to={to} className="[overflow-wrap:anywhere]">
      {children}
    </TextLink>
  )
}

function Name({ text }: { text: string }) {
  return <span className="font-medium">{text === '' ? t('without a name') : text}</span>
}

function Code({ text }: { text: string }) {
  return <code className="font-mono text-xs [overflow-wrap:anywhere]">{text}</code>
}

/** An address by its name, with a link to its wallet or its entry in the address book. */
function AddressPart({ address }: { address: unknown }) {
  if (typeof address !== 'string') return '?'
  return <KnownAddressPart address={checksum(address)} />
}

function KnownAddressPart({ address }: { address: string }) {
  const { entry } = useKnownAddress(address)
  const text =
    entry === undefined ? (
      <span title={address} className="font-mono text-xs whitespace-nowrap">
        {shortAddress(address)}
      </span>
    ) : (
      <span title={address}>{entry.name}</span>
    )
  const pages = { wallet: paths.wallet.href(address), book: paths.addressBook.href({ q: address }) }
  return (
    <MaybeLink to={entry?.from === 'wallet' || entry?.from === 'book' ? pages[entry.from] : undefined}>
      {text}
    </MaybeLink>
  )
}
