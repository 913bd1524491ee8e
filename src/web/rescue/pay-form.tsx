import type { Hex } from 'viem'
import { useState } from 'preact/hooks'
import { Field, Form } from './form.tsx'
import { pay, type Submission } from './payer.ts'
import type { ChainConnection } from './settings.ts'
import { useStep } from './use-step.ts'

const WHAT = { deploy: 'Make the wallet’s contract', execute: 'Make the signed transfer' }

/** The last step: anybody may send it, and somebody has to pay the chain for it. */
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
    <Form title="5. Send" action="Send" step={step} onSubmit={send}>
      <p class="muted">
        The transfer is signed: whoever sends it can change nothing in it. It costs a little of the chain’s
        own coin, from any account that has some.
      </p>
      <Field
        label="Private key of an account that pays"
        hint="Used in this page alone and kept nowhere. Take an account with little on it."
        isSecret
        value={privateKey}
        onValue={setPrivateKey}
      />
      <details>
        <summary>Send it from another wallet instead</summary>
        <p class="muted small">Send these, in this order, with no value.</p>
        {submissions.map(({ what, to, data }) => (
          <dl key={what}>
            <div>
              <dt>{WHAT[what]}: to</dt>
              <dd class="mono">{to}</dd>
            </div>
            <div>
              <dt>Data</dt>
              <dd class="mono">{data}</dd>
            </div>
          </dl>
        ))}
      </details>
    </Form>
  )
}
