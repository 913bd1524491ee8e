import type { VNode } from 'preact'
import { useCallback, useEffect } from 'preact/hooks'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { formatTitle } from '#protocol/display/call-words.ts'
import { withChainName } from '#protocol/display/chain-name.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { NOT_SIMULATED } from '#protocol/simulation.ts'
import { computeDigest, decide } from '#web/ui/approval-ceremonies.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { Address } from '#web/ui/call/address.tsx'
import { CallView } from '#web/ui/call/call-view.tsx'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { RawBytes } from '#web/ui/call/raw-bytes.tsx'
import { Rich } from '#web/ui/call/rich.tsx'
import { SimulationNotice } from '#web/ui/call/simulation-notice.tsx'
import { feeText, hasFee } from '#web/ui/fee-text.ts'
import { formatExact, translated, t } from '#web/ui/text.ts'
import { DecisionForm } from './decision-form.tsx'
import { describeHeld, isConsistent } from './held-call.ts'
import { MuteNotices } from './mute-notices.tsx'
import { nameText } from './names.tsx'
import { closeNotices } from './notifications-card.tsx'
import { Countdown, Pending } from './problem.tsx'
import { ProtectionFact } from './protection.tsx'
import { hrefs } from './route.ts'
import { bypassedAdvice, heldWords, reasonText } from './status-words.ts'
import { SecondPayment, StillExecutableNotice } from './transaction-list.tsx'
import { usePolled } from './use-polled.ts'

type PageProps = { transactionUuid: string; tokens: readonly KnownToken[] }

/** One transaction, decoded from its stored bytes, and the decision while it is pending. */
export function TransactionPage({ transactionUuid, tokens }: PageProps): VNode {
  const read = useCallback(
    () => callApprover(APPROVER_ENDPOINTS.getHeldTransaction, { params: { transactionUuid } }),
    [transactionUuid],
  )
  const polled = usePolled(read)
  const held = polled.value
  useEffect(() => {
    closeNotices(transactionUuid).catch(() => {
      // A notice that cannot be closed stays until the person dismisses it.
    })
  }, [transactionUuid])
  return (
    <>
      <p>
        <a href={hrefs.inbox}>← {t('All requests')}</a>
      </p>
      <Pending {...polled} retry={polled.again} />
      {held !== undefined && (
        <Details held={held} tokens={tokens} decided={polled.take} ended={polled.again} />
      )}
    </>
  )
}

type DetailsProps = {
  held: HeldTransaction
  tokens: readonly KnownToken[]
  /** Takes over the transaction from the service's response. */
  decided: (held: HeldTransaction) => void
  ended: () => void
}

function Details({ held, tokens, decided, ended }: DetailsProps) {
  const description = describeHeld(held, tokens)
  const consistent = isConsistent(held)
  const { word, sentence, tone } = heldWords(held)
  const waits = held.status === 'PENDING_USER_APPROVAL'
  return (
    <>
      <h1>{formatTitle(description, translated, formatExact)}</h1>
      <p class="row" role="status">
        <span class={`badge ${tone}`}>{word}</span>
        {held.reported && <span class="badge danger">{t('Not requested by you')}</span>}
        {waits && <Countdown secondsLeft={held.secondsLeft} ended={ended} />}
      </p>
      <p class="muted">{sentence}</p>
      <StillExecutableNotice held={held} ended={ended} />
      {held.reported && <Reported held={held} />}
      {held.bypassed !== undefined && (
        <p class="notice danger" role="alert">
          {bypassedAdvice(held)}
        </p>
      )}
      {!held.reported && held.bypassed === undefined && held.reason !== undefined && (
        <p class="notice caution">{reasonText(held.reason)}</p>
      )}
      <section class="card" aria-label={t('What happens')}>
        <CallView description={description} />
        <HeldSimulation held={held} tokens={tokens} />
        <Facts held={held} tokens={tokens} />
        <Bytes held={held} open={description === null} />
      </section>
      {!consistent && (
        <p class="notice danger" role="alert">
          {t(
            'The service shows one call and the digest of another, so nothing can be decided here. Contact the organization that gave you this wallet.',
          )}
        </p>
      )}
      {waits && <SecondPayment held={held} tokens={tokens} />}
      {waits && consistent && (
        <DecisionForm
          held={held}
          digest={computeDigest(held)}
          decide={async (answer) => decided(await decide(held, answer))}
        />
      )}
    </>
  )
}

function Facts({ held, tokens }: Pick<DetailsProps, 'held' | 'tokens'>) {
  return (
    <dl>
      <RequestFacts held={held} />
      <Fact name={t('Fee')}>
        {feeText(held, tokens) ?? t('None')}
        {hasFee(held) && (
          <small>
            <Rich
              text="goes to {account}"
              parts={{ account: <Address address={held.feeWithdrawAddress} /> }}
            />
          </small>
        )}
      </Fact>
      {held.transactionHash !== undefined && (
        <Fact name={t('Transaction hash')}>
          <code>{held.transactionHash}</code>
        </Fact>
      )}
      {held.outside !== true && <WordsFact held={held} digest={computeDigest(held)} />}
      <ProtectionFact held={held} />
    </dl>
  )
}

type Requested = Pick<
  HeldTransaction,
  'organizationName' | 'forOrganization' | 'walletLabel' | 'walletAddress' | 'outside'
> & { requestedBy?: string | undefined }

/** The requester, the origin of the requesting page if known, and the wallet. */
export function RequestFacts({ held, page }: { held: Requested; page?: string }): VNode {
  return (
    <>
      <Fact name={held.outside ? t('Organization') : t('Requested by')}>
        {held.requestedBy !== undefined && <span class="block">{nameText(held.requestedBy)}</span>}
        {nameText(held.organizationName)}
        {page !== undefined && <small>{page}</small>}
      </Fact>
      <Fact name={held.forOrganization ? t('Wallet') : t('Your wallet')}>
        {held.walletLabel !== '' && <span class="block">{nameText(held.walletLabel)}</span>}
        <CopyableAddress address={held.walletAddress} />
      </Fact>
    </>
  )
}

type Worded = { held: Pick<HeldTransaction, 'numbers'>; digest: string }

/**
 * The verification words. Renders nothing while there is a number to pick, because the words are then next to the
 * numbers.
 */
export function WordsFact({ held: { numbers }, digest }: Worded): VNode | null {
  if (numbers !== undefined) return null
  return <Fact name={t('Verification words')}>{fingerprint(digest)}</Fact>
}

function Bytes({ held, open }: { held: HeldTransaction; open: boolean }) {
  return (
    <details open={open}>
      <summary>{t('Raw data')}</summary>
      <dl>
        <Fact name={t('Contract called')}>
          <CopyableAddress address={held.toAddress} />
        </Fact>
        <Fact name={t('Call data')}>
          <RawBytes name={t('Call data')} hex={held.data} />
        </Fact>
        <Fact name={t('Digest')}>
          <RawBytes name={t('Digest')} hex={computeDigest(held)} />
        </Fact>
        <Fact name={t('Chain')}>{withChainName(held.chainId, String(held.chainId))}</Fact>
      </dl>
    </details>
  )
}

/** Shown after “I did not ask for this”. */
export function Reported({
  held,
}: {
  held: Pick<HeldTransaction, 'organizationName' | 'walletAddress'>
}): VNode {
  return (
    <>
      <p class="notice caution">
        {t(
          'You reported this. It was declined, and {organization} was notified. If someone else may be signing with your wallet, contact {organization} too.',
          { organization: nameText(held.organizationName) },
        )}
      </p>
      <MuteNotices wallet={held.walletAddress} />
    </>
  )
}

/** The result of a pending call's simulation: why it would fail, or how it differs from the call's bytes. */
export function HeldSimulation({ held, tokens }: Pick<DetailsProps, 'held' | 'tokens'>): VNode | null {
  if (held.status !== 'PENDING_USER_APPROVAL') return null
  const { simulation = NOT_SIMULATED } = held
  // An approver can still approve a failing call, because a later block may allow it.
  return (
    <SimulationNotice
      call={{ ...held, tokens }}
      description={describeHeld(held, tokens)}
      simulation={simulation}
    />
  )
}
