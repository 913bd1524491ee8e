import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { KeyFacts } from './key-facts.tsx'
import type { PasskeyKey } from './passkey-key.ts'
import { Moment } from './problem.tsx'

type RowProps = {
  passkey: ApproverPasskey
  passkeys: readonly ApproverPasskey[]
  /** Whether the call that adds this passkey was sent to the blockchain. */
  isSent: boolean
  isBusy: boolean
  /** `isOnChain` means that another passkey signs the removal for the approval wallet. */
  remove: (isOnChain: boolean) => void
  prove: (key: PasskeyKey) => void
}

/**
 * A passkey, its approval state on the blockchain, and its remove button. The only passkey cannot be removed.
 */
export function PasskeyRow({ passkey, passkeys, isSent, isBusy, remove, prove }: RowProps): VNode {
  const { chainKey, publicKey } = passkey
  const canSignOn = passkeys.some(({ id, chainKey: other }) => id !== passkey.id && other === 'key')
  return (
    <div class="row">
      <Facts passkey={passkey} isSent={isSent} />
      {chainKey === 'no-key' && publicKey !== undefined && canSignOn && !isSent && (
        <button type="button" disabled={isBusy} onClick={() => prove(publicKey)}>
          {t('Let it approve')}
        </button>
      )}
      {passkeys.length > 1 && <RemoveButton {...{ passkey, isBusy, remove, canSignOn }} />}
    </div>
  )
}

type RemoveProps = Pick<RowProps, 'passkey' | 'isBusy' | 'remove'> & { canSignOn: boolean }

/** Removes a passkey. If the passkey belongs to an approval wallet, the first press only shows the consequences. */
function RemoveButton({ passkey, isBusy, remove, canSignOn }: RemoveProps) {
  const [isWarned, setWarned] = useState(false)
  const isOnChain = passkey.chainKey === 'key' && canSignOn && passkey.publicKey !== undefined
  const warns = passkey.coSigner !== undefined && !isWarned
  return (
    <>
      {isWarned && <RemovalNotice passkey={passkey} isOnChain={isOnChain} />}
      <button
        type="button"
        class="quiet danger"
        disabled={isBusy}
        onClick={warns ? () => setWarned(true) : () => remove(isOnChain)}
      >
        {removalText(isWarned, isOnChain)}
      </button>
    </>
  )
}

function removalText(isWarned: boolean, isOnChain: boolean): string {
  if (!isWarned) return t('Remove')
  return isOnChain ? t('Sign and remove') : t('Remove it anyway')
}

/** The call that another passkey signs, or the consequence of removing the only passkey that can sign. */
function RemovalNotice({ passkey, isOnChain }: { passkey: ApproverPasskey; isOnChain: boolean }) {
  const { publicKey, coSigner } = passkey
  if (isOnChain && publicKey !== undefined)
    return (
      <div class="notice caution" role="alert">
        <strong>{t('Remove a passkey from your approval wallet')}</strong>
        <p>{t('It can no longer approve. Sign this with another passkey that can.')}</p>
        <KeyFacts passkeyKey={publicKey} approvalWallet={coSigner} />
      </div>
    )
  return (
    <p class="notice danger" role="alert">
      {t(
        'If a wallet is protected on the blockchain by this passkey, you cannot approve for it any more. Remove the co-signer first, where you use the wallet.',
      )}
    </p>
  )
}

function Facts({ passkey, isSent }: Pick<RowProps, 'passkey' | 'isSent'>) {
  return (
    <span>
      <Rich text="Added {added}" parts={{ added: <Moment at={passkey.createdAtDatetime} /> }} />{' '}
      <span class="badge">{passkey.synced ? t('Synced') : t('On one device')}</span>{' '}
      <ChainState passkey={passkey} isSent={isSent} />{' '}
      {passkey.coSigner !== undefined && (
        <Rich
          text="Signs on the blockchain as {address}. Compare this address when you protect a wallet."
          parts={{ address: <CopyableAddress address={passkey.coSigner} /> }}
        />
      )}
      <small>
        <Rich text="Last used {used}" parts={{ used: <Moment at={passkey.lastUsedAtDatetime} /> }} />
      </small>
    </span>
  )
}

/**
 * Whether the passkey is a key of the approval wallet, as the blockchain reports it. Renders nothing until
 * there is an approval wallet.
 */
function ChainState({ passkey, isSent }: Pick<RowProps, 'passkey' | 'isSent'>) {
  switch (passkey.chainKey) {
    case undefined:
      return null
    case 'key':
      return <span class="badge">{t('Can approve')}</span>
    case 'unknown':
      return (
        <small>{t('The blockchain cannot be read, so it is unknown whether it can approve there.')}</small>
      )
    case 'no-key':
      return (
        <small>
          {isSent
            ? t('Sent to the blockchain. It can approve there once that is confirmed.')
            : t('Can sign in, not yet able to approve for wallets that are protected on the blockchain.')}
        </small>
      )
  }
}
