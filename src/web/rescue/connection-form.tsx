import { useState } from 'preact/hooks'
import { Field, Form } from './form.tsx'
import { findWallet, type FoundWallet } from './find-wallet.ts'
import { firstSettings, connectChain, type ChainConnection } from './settings.ts'
import { useStep } from './use-step.ts'

/** The first step: which chain, and which passkey. */
export function ConnectionForm({
  onFound,
}: {
  onFound: (connection: ChainConnection, wallet: FoundWallet) => Promise<void>
}) {
  const [text, setText] = useState(() => firstSettings(location.hash, location.hostname))
  const step = useStep()
  const field = (name: keyof typeof text) => ({
    value: text[name],
    onValue: (value: string) => setText({ ...text, [name]: value }),
  })
  async function find(): Promise<void> {
    const connection = await connectChain(text)
    await onFound(connection, await findWallet(connection))
  }
  return (
    <Form title="1. Find the wallet" action="Use my passkey, twice" step={step} onSubmit={find}>
      <Field
        label="Node of the chain"
        hint="Any node that answers JSON-RPC, such as https://rpc.example. It sees which wallet you look at."
        inputMode="url"
        {...field('node')}
      />
      <Field
        label="Factory"
        hint="The contract that made the wallet. Whoever gave you the wallet publishes its address."
        {...field('factory')}
      />
      <Field label="Domain of the passkey" hint="The site on which it was made." {...field('rpId')} />
      <Field
        label="Wallet, only after a recovery"
        hint="Leave it empty unless this passkey has taken the connection of an older one."
        {...field('wallet')}
      />
    </Form>
  )
}
