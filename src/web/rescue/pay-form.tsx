import type { Hex } from 'viem'
import { useState } from 'preact/hooks'
import { Address } from '#web/ui/address-text.tsx'
import { RawBytes } from '#web/ui/call-view.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { t } from '#web/ui/text.ts'
import { Field, Form } from './form.tsx'
import { pay, type Submission } from './payer.ts'
import type { ChainConnection } from './settings.ts'
import { useStep } from '#web/ui/use-step.ts'

/** The last step: any account may send it, and pays the chain for it. */
export function PayForm(props: {
  connection: ChainConnection
  submissions: readonly Submission[]
  onPaid: (hash: Hex) => void
}) {
  const { connection, submissions, onPaid } = props
  const [privateKey, setPrivateKey] = useState('')
  const step = useStep()
  async function send(): Promise<void> {
    onPaid(await pay(connection, privateKey, submissions))
    setPrivateKey('')
  }
  return (
    <Form title={t('5. Send')} action={t('Send')} step={step} onSubmit={send}>
      <p class="muted">
        {t(
          'The transfer is signed: whoever submits it cannot change it. Any account with some of the chain’s native token can pay the gas.',
        )}
      </p>
      <Field
        label={t('Private key of the account that pays the gas')}
        hint={t('Used only in this page and never stored. Use an account with a small balance.')}
        isSecret
        value={privateKey}
        onValue={setPrivateKey}
      />
      <details>
        <summary>{t('Send it from another wallet instead')}</summary>
        <p class="hint">{t('Send these transactions in this order, with value 0.')}</p>
        {submissions.map(({ what, to, data }) => (
          <dl key={what}>
            <Fact name={t(what === 'deploy' ? 'Deploy the wallet: to' : 'Execute the signed transfer: to')}>
              <Address address={to} />
            </Fact>
            <Fact name={t('Data')}>
              <RawBytes name={t('Data')} hex={data} />
            </Fact>
          </dl>
        ))}
      </details>
    </Form>
  )
}
