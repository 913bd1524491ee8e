import type { VNode } from 'preact'
import { keyWords } from '#protocol/display/key-words.ts'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { t } from '#web/ui/text.ts'
import type { PasskeyKey } from './passkey-key.ts'

type KeyFactsProps = { passkeyKey: PasskeyKey; approvalWallet: string | undefined }

/** The key that a call to the approval wallet adds or removes. */
export function KeyFacts({ passkeyKey, approvalWallet }: KeyFactsProps): VNode {
  return (
    <dl>
      <Fact name={t('Verification words')}>
        <code class="fingerprint">{keyWords(passkeyKey)}</code>
      </Fact>
      {approvalWallet !== undefined && (
        <Fact name={t('Your approval wallet')}>
          <CopyableAddress address={approvalWallet} />
        </Fact>
      )}
    </dl>
  )
}
