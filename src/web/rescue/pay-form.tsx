import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Hex } from 'viem'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { RawBytes } from '#web/ui/call/raw-bytes.tsx'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import type { Draft } from './draft-call.ts'
import { Field } from './field.tsx'
import type { Found } from './find-wallet.ts'
import { Form } from './form.tsx'
import { pay, type Submission } from './payer.ts'

/** Last step: sends the call from any account, which pays the gas. */
export function PayForm(
  props: Found & {
    what: Draft['what']
    submissions: readonly Submission[]
    onPaid: (hash: Hex) => Promise<void>
  },
): VNode {
  const { connection, what, submissions, onPaid } = props
  const [privateKey, setPrivateKey] = useState('')
  const step = useStep()
  async function send(): Promise<void> {
    await onPaid(await pay(connection, privateKey, submissions))
    setPrivateKey('')
  }
  return (
    <Form title={t('5. Send')} action={t('Send')} step={step} onSubmit={send}>
      <p class="muted">
        {what === 'transfer'
          ? t(
              'The transfer is signed: whoever submits it cannot change it. Any account with some of the chain’s native token can pay the gas.',
            )
          : t(
              'The removal is signed: whoever submits it cannot change it. Any account with some of the chain’s native token can pay the gas.',
            )}
      </p>
      <Field
        label={t('Private key of the account that pays the gas')}
        hint={t('Used only on this page and never stored. Use an account with a small balance.')}
        isSecret
        value={privateKey}
        onValue={setPrivateKey}
      />
      <details>
        <summary>{t('Send it from another wallet instead')}</summary>
        <p class="hint">{t('Send these transactions in this order, with value 0.')}</p>
        {submissions.map(({ what: part, to, data }) => (
          <div key={part}>
            <p>{submissionName(part, what)}</p>
            <dl>
              <Fact name={t('To')}>
                <CopyableAddress address={to} />
              </Fact>
              <Fact name={t('Data')}>
                <RawBytes name={t('Data')} hex={data} />
              </Fact>
            </dl>
          </div>
        ))}
      </details>
    </Form>
  )
}

function submissionName(part: Submission['what'], what: Draft['what']): string {
  if (part === 'deploy') return t('Deploy the wallet')
  return what === 'transfer' ? t('Execute the signed transfer') : t('Execute the signed removal')
}
