import type { VNode } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { type GuardedPasskey, type GuardedWallet } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { keyWords } from '#protocol/display/key-words.ts'
import { AUTHORITY_CHANGES, readNotice } from '#protocol/push-message.ts'
import { OBJECTED_REMOVAL_DELAY_SECONDS } from '#protocol/wallet-delays.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { nameText } from './names.tsx'
import { closeNotices } from './notifications-card.tsx'
import { objectToRemoval } from './passkey-ceremony.ts'
import { Moment, Pending, Problem, useOnline } from './problem.tsx'
import { ProtectionText } from './protection.tsx'
import { hrefs } from './route.ts'
import { usePolled } from './use-polled.ts'

type PageProps = { walletAddress: string }

/** A wallet's keys and co-signer, with the objection while the co-signer is being removed. */
export function WalletPage({ walletAddress }: PageProps): VNode {
  const read = useCallback(
    () => callApprover(APPROVER_ENDPOINTS.getGuardedWallet, { params: { walletAddress } }),
    [walletAddress],
  )
  const polled = usePolled(read)
  useEffect(() => {
    for (const change of AUTHORITY_CHANGES)
      closeNotices(readNotice({ walletAddress, change }).uuid).catch(() => {
        // A notice that cannot be closed stays until the person dismisses it.
      })
  }, [walletAddress])
  return (
    <>
      <p>
        <a href={hrefs.inbox}>← {t('All requests')}</a>
      </p>
      <Pending {...polled} retry={polled.again} />
      {polled.value !== undefined && <Details wallet={polled.value} again={polled.again} />}
    </>
  )
}

function Details({ wallet, again }: { wallet: GuardedWallet; again: () => void }) {
  const { removal } = wallet
  return (
    <>
      <h1>{removal === undefined ? t('Your wallet') : t('The co-signer is being removed')}</h1>
      {removal !== undefined && <Removal wallet={wallet} removal={removal} again={again} />}
      <section class="card" aria-label={t('Your wallet')}>
        <dl>
          <Fact name={t('Your wallet')}>
            {wallet.walletLabel !== '' && <span class="block">{nameText(wallet.walletLabel)}</span>}
            <CopyableAddress address={wallet.walletAddress} />
          </Fact>
          <Fact name={t('Organization')}>{nameText(wallet.organizationName)}</Fact>
          <Fact name={t('Protection')}>
            <ProtectionText wallet={wallet} />
          </Fact>
          <Fact name={t('Passkeys that can sign')}>
            {wallet.passkeys === undefined ? wallet.keys : <PasskeyList passkeys={wallet.passkeys} />}
          </Fact>
        </dl>
        {wallet.keys > 1 && (
          <p class="hint">
            {t(
              'If you do not know one of these passkeys, remove it: open your wallet at {name}, go to “Devices”, and remove the passkey with the same verification words.',
              { name: nameText(wallet.organizationName) },
            )}
          </p>
        )}
      </section>
    </>
  )
}

/** Each passkey with its verification words, which match those in the wallet's list of devices. */
function PasskeyList({ passkeys }: { passkeys: readonly GuardedPasskey[] }) {
  return (
    <ul class="passkeys">
      {passkeys.map((passkey, position) => {
        const { number, qx, qy, addedAtDatetime, lastUsedAt } = passkey
        const isNewest = position === 0 && addedAtDatetime !== undefined
        return (
          <li key={number}>
            <code class="fingerprint block">{keyWords({ qx, qy })}</code>
            {isNewest && <strong class="block">{t('Newest')}</strong>}
            {addedAtDatetime !== undefined && (
              <small class="block">
                <Rich text="Added {added}" parts={{ added: <Moment at={addedAtDatetime} /> }} />
              </small>
            )}
            {number === 0 && <small class="block">{t('The first passkey of the wallet')}</small>}
            {lastUsedAt !== undefined && (
              <small class="block">
                {lastUsedAt === null ? (
                  t('Not used yet in this service')
                ) : (
                  <Rich text="Last used {used}" parts={{ used: <Moment at={lastUsedAt} /> }} />
                )}
              </small>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type RemovalProps = {
  wallet: GuardedWallet
  removal: GuardedWallet['removal'] & object
  again: () => void
}

function Removal({ wallet, removal, again }: RemovalProps) {
  const { isBusy, problem, run } = useStep()
  const [isSent, setSent] = useState(false)
  const online = useOnline()
  const object = async () => {
    await objectToRemoval(wallet)
    setSent(true)
    again()
  }
  return (
    <>
      <p class="notice danger" role="alert">
        <Rich
          text="From {time} on, this wallet no longer needs your approval on the blockchain."
          parts={{ time: <Moment at={removal.untilDatetime} /> }}
        />
      </p>
      {removal.objected && (
        <p class="notice caution">
          {t('You have objected. Use the time to move what the wallet holds, or to keep the co-signer.')}
        </p>
      )}
      {removal.canObject && (
        <>
          <p>
            {t('If this was not you, object. The removal then takes {days} days from its start.', {
              days: OBJECTED_REMOVAL_DELAY_SECONDS / 86_400,
            })}
          </p>
          <Problem problem={problem} />
          <button
            type="button"
            class="primary"
            disabled={isBusy || isSent || !online}
            onClick={() => run(object)}
          >
            {isBusy ? t('Waiting for your device…') : t('Object')}
          </button>
          <p class="hint" role="status">
            {isSent && t('Your objection was sent to the blockchain. It counts within a minute.')}
          </p>
        </>
      )}
    </>
  )
}
