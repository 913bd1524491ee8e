import { useCallback } from 'preact/hooks'
import type { KnownToken } from '#shared/display/call-description.ts'
import { titleOf } from '#shared/display/call-words.ts'
import { fingerprint } from '#shared/display/fingerprint.ts'
import { harmlessText } from '#shared/display/text.ts'
import type { HeldTransaction } from '#shared/org/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#shared/org/approver-endpoints.ts'
import { callApprover } from './call-approver.ts'
import { CallView } from './call-view.tsx'
import { Countdown } from './countdown.tsx'
import { DecisionForm } from './decision-form.tsx'
import { describeHeld, digestOf, feeText, isConsistent } from './held-call.ts'
import { Problem } from './problem.tsx'
import { hrefs } from './route.ts'
import { Skeleton } from './skeleton.tsx'
import { STATUS_WORDS } from './status-words.ts'
import { usePolled } from './use-polled.ts'

const NAME_LENGTH_MAX = 60

type PageProps = { transactionUuid: string; tokens: readonly KnownToken[] }

/** One transaction, decoded from its stored bytes, and the decision while it waits. */
export function TransactionPage({ transactionUuid, tokens }: PageProps) {
  const read = useCallback(
    () => callApprover(APPROVER_ENDPOINTS.getHeldTransaction, { params: { transactionUuid } }),
    [transactionUuid],
  )
  const polled = usePolled(read)
  const held = polled.value
  return (
    <>
      <p>
        <a href={hrefs.inbox}>← All requests</a>
      </p>
      <Problem problem={polled.problem} retry={() => polled.refresh()} />
      {held === undefined && polled.problem === undefined && <Skeleton />}
      {held !== undefined && <Details held={held} tokens={tokens} decided={polled.refresh} />}
    </>
  )
}

type DetailsProps = {
  held: HeldTransaction
  tokens: readonly KnownToken[]
  decided: (held: HeldTransaction) => void
}

function Details({ held, tokens, decided }: DetailsProps) {
  const description = describeHeld(held, tokens)
  const consistent = isConsistent(held)
  const { word, sentence, tone } = STATUS_WORDS[held.status]
  const waits = held.status === 'PENDING_USER_APPROVAL'
  return (
    <>
      <h1>{titleOf(description)}</h1>
      <p class="foot" role="status">
        <span class={`badge ${tone}`}>{word}</span>
        {waits && <Countdown secondsLeft={held.secondsLeft} />}
      </p>
      <p class="lede">{sentence}</p>
      {held.reason !== undefined && <p class="notice caution">{held.reason}</p>}
      <section class="card" aria-label="What happens">
        {description !== null && <CallView description={description} />}
        <Facts held={held} tokens={tokens} />
      </section>
      {!consistent && (
        <p class="notice danger" role="alert">
          The service shows one call and names the digest of another, so nothing can be decided here. Tell the
          people who gave you this wallet.
        </p>
      )}
      {waits && consistent && <DecisionForm held={held} decided={decided} />}
    </>
  )
}

function Facts({ held, tokens }: Omit<DetailsProps, 'decided'>) {
  const digest = digestOf(held)
  return (
    <>
      <dl>
        <Fact name="Asked by">{harmlessText(held.organizationName, NAME_LENGTH_MAX).text}</Fact>
        <Fact name="Your wallet">
          {held.walletLabel !== '' && (
            <span class="block">{harmlessText(held.walletLabel, NAME_LENGTH_MAX).text}</span>
          )}
          <code>{held.walletAddress}</code>
        </Fact>
        <Fact name="Fee">{feeText(held, tokens)}</Fact>
        {held.transactionHash !== undefined && (
          <Fact name="Transaction hash">
            <code>{held.transactionHash}</code>
          </Fact>
        )}
        <Fact name="Fingerprint">
          {fingerprint(digest)}
          <small>The same four words stand where you signed it.</small>
        </Fact>
      </dl>
      <details>
        <summary>Exact bytes</summary>
        <dl>
          <Fact name="Contract called">
            <code>{held.toAddress}</code>
          </Fact>
          <Fact name="Call data">
            <code class="bytes">{held.data}</code>
          </Fact>
          <Fact name="Digest">
            <code class="bytes">{digest}</code>
          </Fact>
          <Fact name="Chain">{String(held.chainId)}</Fact>
        </dl>
      </details>
    </>
  )
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
