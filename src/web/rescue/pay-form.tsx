import type { Hex } from 'viem'
import { useState } from 'preact/hooks'
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
          'The transfer is signed: whoever sends it can change nothing in it. It costs a little of the chain’s own coin, from any account that has some.',
        )}
      </p>
      <Field
        label={t('Private key of an account that pays')}
        hint={t('Used in this page alone and kept nowhere. Take an account with little on it.')}
        isSecret
        value={privateKey}
        onValue={setPrivateKey}
      />
      <details>
        <summary>{t('Send it from another wallet instead')}</summary>
        <p class="hint">{t('Send these, in this order, with no value.')}</p>
        {submissions.map(({ what, to, data }) => (
          <dl key={what}>
            <Fact
              name={t(what === 'deploy' ? 'Make the wallet’s contract: to' : 'Make the signed transfer: to')}
              mono
            >
              {to}
            </Fact>
            <Fact name={t('Data')} mono>
              {data}
            </Fact>
          </dl>
        ))}
      </details>
    </Form>
  )
}
