import type { VNode } from 'preact'
import type { Hex } from 'viem'
import { formatTitle } from '#protocol/display/call-words.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { CallView } from '#web/ui/call/call-view.tsx'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { t, translated, formatExact } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { type Draft, signDraft } from './draft-call.ts'
import type { Found } from './find-wallet.ts'
import { Form } from './form.tsx'
import { Moment } from './moment.tsx'

/** Everything to be signed, decoded from its bytes. The button asks for the passkey. */
export function ConfirmCard(props: Found & { draft: Draft; onSigned: (signature: Hex) => void }): VNode {
  const { connection, wallet, draft, onSigned } = props
  const { description, digest, call } = draft
  const step = useStep()
  const sign = async () => onSigned(await signDraft(connection, wallet, draft))
  return (
    <Form title={t('4. Sign')} action={t('Sign with my passkey')} step={step} onSubmit={sign}>
      <p class="strong">{formatTitle(description, translated, formatExact)}</p>
      <CallView description={description} />
      <dl>
        <Fact name={t('From')}>
          <CopyableAddress address={wallet.address} />
        </Fact>
        <Fact name={t('Wallet fee')}>{t('None')}</Fact>
        <Fact name={t('Valid until')}>
          <Moment at={call.expiration} />
        </Fact>
        <Fact name={t('Verification words')}>
          <span class="mono">{fingerprint(digest)}</span>
        </Fact>
      </dl>
    </Form>
  )
}
