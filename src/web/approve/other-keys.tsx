import type { VNode } from 'preact'
import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { t } from '#web/ui/text.ts'
import { KeyFacts } from './key-facts.tsx'
import type { PasskeyKey } from './passkey-key.ts'

type OtherKeysProps = {
  passkeys: readonly ApproverPasskey[] | undefined
  /**
   * Address of the approval wallet for which a removal is signed. Undefined if none of the passkeys can sign the
   * removal.
   */
  approvalWallet: string | undefined
  isBusy: boolean
  remove: (key: PasskeyKey) => void
}

/** Keys of the approval wallet that match no listed passkey. Their holders can approve outside this app. */
export function OtherKeys({ passkeys, approvalWallet, isBusy, remove }: OtherKeysProps): VNode {
  const otherKeys = passkeys?.find((passkey) => passkey.otherKeys !== undefined)?.otherKeys
  return (
    <>
      {otherKeys?.map((key) => (
        <div key={key.qx} class="notice danger" role="alert">
          <p>{approvalWallet === undefined ? foreignText() : otherText()}</p>
          <KeyFacts passkeyKey={key} approvalWallet={approvalWallet} />
          {approvalWallet !== undefined && (
            <button type="button" disabled={isBusy} onClick={() => remove(key)}>
              {t('Sign and remove')}
            </button>
          )}
        </div>
      ))}
    </>
  )
}

const otherText = () =>
  t(
    'Your approval wallet also obeys a key that is none of these passkeys. If you removed a passkey a moment ago, this ends by itself. Otherwise remove the key.',
  )

/** Text displayed if no listed passkey is a key of the approval wallet. */
const foreignText = () =>
  t(
    'Your approval wallet obeys a key that is none of these passkeys, and none of these passkeys can remove it. If you do not know the key, remove the co-signer from your wallets.',
  )
