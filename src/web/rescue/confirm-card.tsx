import type { Hex } from 'viem'
import { titleOf } from '#protocol/display/call-words.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { Form } from './form.tsx'
import type { Found } from './find-wallet.ts'
import { signDraft, type Draft } from './sign-transfer.ts'
import { Address } from '#web/ui/address-text.tsx'
import { CallView } from '#web/ui/call-view.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { language, translated } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'

/** Everything to be signed, decoded from its bytes; the button asks for the passkey. */
export function ConfirmCard(props: Found & { draft: Draft; onSigned: (signature: Hex) => void }) {
  const { connection, wallet, draft, onSigned } = props
  const { description, digest, call } = draft
  const step = useStep()
  const sign = async () => onSigned(await signDraft(connection, wallet, draft))
  return (
    <Form title={t('4. Sign')} action={t('Sign with my passkey')} step={step} onSubmit={sign}>
      <p class="strong">{titleOf(description, translated)}</p>
      <CallView description={description} />
      <dl>
        <Fact name={t('From')}>
          <Address address={wallet.address} />
        </Fact>
        <Fact name={t('Wallet fee')}>{t('None')}</Fact>
        <Fact name={t('Valid until')}>
          {new Date(Number(call.expiration) * 1000).toLocaleString(language(), {
            dateStyle: 'long',
            timeStyle: 'long',
          })}
        </Fact>
        <Fact name={t('Fingerprint')} mono>
          {fingerprint(digest)}
        </Fact>
      </dl>
    </Form>
  )
}
