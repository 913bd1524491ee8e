import type { VNode } from 'preact'
import { useCallback, useEffect } from 'preact/hooks'
import type { HeldMessage } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { formatTitle } from '#protocol/display/call-words.ts'
import { withChainName } from '#protocol/display/chain-name.ts'
import type { MessageWarning, Validity } from '#protocol/messages/message-reading.ts'
import { MESSAGE_WARNINGS } from '#protocol/messages/message-severity.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { CallView } from '#web/ui/call/call-view.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { RawBytes } from '#web/ui/call/raw-bytes.tsx'
import { formatExact, t, translated } from '#web/ui/text.ts'
import { DecisionForm } from './decision-form.tsx'
import { messageSentence, readHeldMessage, titleOfMessage, type ReadHeldMessage } from './held-message.ts'
import { closeNotices } from './notifications-card.tsx'
import { decideMessage } from './passkey-ceremony.ts'
import { Countdown, Moment, Pending } from './problem.tsx'
import { hrefs } from './route.ts'
import { statusWords } from './status-words.ts'
import { Reported, RequestFacts, WordsFact } from './transaction-page.tsx'
import { usePolled } from './use-polled.ts'

type PageProps = { messageUuid: string; tokens: readonly KnownToken[] }

/** One message, read from its stored copy, and the decision while it is pending. */
export function MessagePage({ messageUuid, tokens }: PageProps): VNode {
  const read = useCallback(
    () => callApprover(APPROVER_ENDPOINTS.getHeldMessage, { params: { messageUuid } }),
    [messageUuid],
  )
  const polled = usePolled(read)
  useEffect(() => {
    closeNotices(messageUuid).catch(() => {
      // A notice that cannot be closed stays until the person dismisses it.
    })
  }, [messageUuid])
  return (
    <>
      <p>
        <a href={hrefs.inbox}>← {t('All requests')}</a>
      </p>
      <Pending {...polled} retry={polled.again} />
      {polled.value !== undefined && (
        <Details held={polled.value} tokens={tokens} decided={polled.take} ended={polled.again} />
      )}
    </>
  )
}

type DetailsProps = {
  held: HeldMessage
  tokens: readonly KnownToken[]
  decided: (held: HeldMessage) => void
  ended: () => void
}

function Details({ held, tokens, decided, ended }: DetailsProps) {
  const message = readHeldMessage(held, tokens)
  const { word, tone } = statusWords(held.status)
  const waits = held.status === 'PENDING_USER_APPROVAL'
  return (
    <>
      <h1>{titleOfMessage(message)}</h1>
      <p class="row" role="status">
        <span class={`badge ${tone}`}>{word}</span>
        {held.reported && <span class="badge danger">{t('Not requested by you')}</span>}
        {waits && <Countdown secondsLeft={held.secondsLeft} ended={ended} />}
      </p>
      <p class="muted">{messageSentence(held.status)}</p>
      {held.reported && <Reported held={held} />}
      {message === undefined ? (
        <p class="notice danger" role="alert">
          {t(
            'This message cannot be read, so nothing can be decided here. Contact the organization that gave you this wallet.',
          )}
        </p>
      ) : (
        <section class="card" aria-label={t('What is signed')}>
          <Content message={message} />
          <Facts held={held} message={message} />
        </section>
      )}
      {waits && message !== undefined && (
        <DecisionForm
          held={held}
          digest={message.digest}
          decide={async (answer) => decided(await decideMessage(held, message.digest, answer))}
        />
      )}
    </>
  )
}

function warningSentence(code: MessageWarning): string {
  switch (code) {
    case 'gives':
      return t(
        'This signature alone lets others take what is named here. Nothing else is asked before they do.',
      )
    case 'unread':
      return t(
        'What this signature allows is not known. It may give away everything that this wallet holds. Read every line.',
      )
    case 'foreign':
      return t(
        'This concerns the money of another account, not of this wallet. The signature is worthless for it, or this is a trap.',
      )
    case 'hidden':
      return t('The text has invisible characters. They are shown by their codes.')
    case 'account':
      return t('This sign-in names another account than this wallet.')
    case 'chain':
      return t('This sign-in is for another network than this wallet’s.')
    case 'early':
      return t('This sign-in is not valid yet.')
    case 'expired':
      return t('This sign-in has expired.')
    case 'malformed':
      return t(
        'This looks like a sign-in but does not have the form of one. Its parts may mean something else.',
      )
    case 'site':
      return t(
        'This signs in to another site than the one that asked for it. Whoever gets the signature can use the account there.',
      )
    case 'uri':
      return t('This sign-in is for an address that is not one of the page that asked for it.')
  }
}

/** Everything that is signed. Nothing is hidden behind a button. */
function Content({ message }: { message: ReadHeldMessage }) {
  const { warnings, permissions, validity, text, values } = message
  return (
    <>
      {warnings.map((code) => (
        <p key={code} class={`notice ${MESSAGE_WARNINGS[code].severity}`}>
          {warningSentence(code)}
        </p>
      ))}
      {permissions.map((permission, index) => (
        <section key={`${permission.kind}-${index}`}>
          {permissions.length > 1 && <h2>{formatTitle(permission, translated, formatExact)}</h2>}
          <CallView description={permission} />
        </section>
      ))}
      {validity !== undefined && <ValidityFacts validity={validity} />}
      {text !== undefined && <p class="message">{text}</p>}
      <dl>
        {values.map(([path, value]) => (
          <Fact key={path} name={path}>
            <span class="message">{value}</span>
          </Fact>
        ))}
      </dl>
    </>
  )
}

/** The time in which a signed payment or permission can be used. */
function ValidityFacts({ validity: { afterMs, beforeMs } }: { validity: Validity }) {
  return (
    <dl>
      {afterMs !== undefined && (
        <Fact name={t('Valid from')}>
          <Moment at={new Date(afterMs).toISOString()} />
        </Fact>
      )}
      <Fact name={t('Valid until')}>
        {beforeMs === undefined ? t('No end') : <Moment at={new Date(beforeMs).toISOString()} />}
      </Fact>
    </dl>
  )
}

function Facts({ held, message }: { held: HeldMessage; message: ReadHeldMessage }) {
  return (
    <dl>
      <RequestFacts held={held} page={held.origin} />
      <Fact name={t('Chain')}>{withChainName(held.chainId, String(held.chainId))}</Fact>
      <WordsFact held={held} digest={message.digest} />
      <Fact name={t('Digest')}>
        <RawBytes name={t('Digest')} hex={message.digest} />
      </Fact>
    </dl>
  )
}
