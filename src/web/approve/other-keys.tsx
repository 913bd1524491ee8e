import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { t } from '#web/ui/text.ts'
import { KeyFacts } from './key-facts.tsx'
import type { PasskeyKey } from './passkey-key.ts'

type OtherKeysProps = {
  passkeys: readonly ApproverPasskey[] | undefined
  isBusy: boolean
  remove: (key: PasskeyKey) => void
}

/**
 * The keys of the approval wallet that belong to none of the listed passkeys. Their owner can approve outside this app.
 */
export function OtherKeys({ passkeys, isBusy, remove }: OtherKeysProps) {
  const { otherKeys, coSigner } = passkeys?.find((passkey) => passkey.otherKeys !== undefined) ?? {}
  return (
    <>
      {otherKeys?.map((key) => (
        <div key={key.qx} class="notice danger" role="alert">
          <p>
            {t(
              'Your approval wallet also obeys a key that is none of these passkeys. If you removed a passkey a moment ago, this ends by itself. Otherwise remove the key.',
            )}
          </p>
          <KeyFacts passkeyKey={key} approvalWallet={coSigner} />
          <button type="button" disabled={isBusy} onClick={() => remove(key)}>
            {t('Sign and remove')}
          </button>
        </div>
      ))}
    </>
  )
}
