import type { Hex } from 'viem'
import { FIELD_NAMES, titleOf, WARNING_SENTENCES } from '#protocol/display/call-words.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { Form } from './form.tsx'
import { fieldText } from '#protocol/display/field-text.ts'
import type { FoundWallet } from './find-wallet.ts'
import type { ChainConnection } from './settings.ts'
import { signDraft, type Draft } from './sign-transfer.ts'
import { language, translated } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from './use-step.ts'

/** Everything to be signed, decoded from its bytes; the button asks for the passkey. */
export function ConfirmCard(props: {
  connection: ChainConnection
  wallet: FoundWallet
  draft: Draft
  onSigned: (signature: Hex) => void
}) {
  const { connection, wallet, draft, onSigned } = props
  const { description, digest, call } = draft
  const step = useStep()
  const sign = async () => onSigned(await signDraft(connection, wallet, draft))
  return (
    <Form title={t('4. Sign')} action={t('Sign with my passkey')} step={step} onSubmit={sign}>
      <p class="strong">{titleOf(description, translated)}</p>
      <dl>
        <div>
          <dt>{t('From')}</dt>
          <dd class="mono">{wallet.address}</dd>
        </div>
        {description.fields.map(({ label, value }) => (
          <div key={label}>
            <dt>{translated(FIELD_NAMES[label])}</dt>
            <dd class="mono">{fieldText(value, t)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('Fee of the wallet')}</dt>
          <dd>{t('None')}</dd>
        </div>
        <div>
          <dt>{t('Can be sent until')}</dt>
          <dd>{new Date(Number(call.expiration) * 1000).toLocaleString(language())}</dd>
        </div>
        <div>
          <dt>{t('Fingerprint')}</dt>
          <dd class="mono">{fingerprint(digest)}</dd>
        </div>
      </dl>
      {description.warnings.map(({ code, severity }) => (
        <p key={code} class={severity === 'danger' ? 'problem' : 'caution'}>
          {translated(WARNING_SENTENCES[code])}
        </p>
      ))}
    </Form>
  )
}
