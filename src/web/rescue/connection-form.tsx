import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { Field } from './field.tsx'
import { findWallet, type Found } from './find-wallet.ts'
import { Form } from './form.tsx'
import { firstSettings, connectChain } from './settings.ts'

/** First step: the chain and the passkey. */
export function ConnectionForm({ onFound }: { onFound: (found: Found) => Promise<void> }): VNode {
  const [text, setText] = useState(() => firstSettings(location.hash, location.hostname))
  const step = useStep()
  const field = (name: keyof typeof text) => ({
    value: text[name],
    onValue: (value: string) => setText({ ...text, [name]: value }),
  })
  async function find(): Promise<void> {
    const connection = await connectChain(text)
    await onFound({ connection, wallet: await findWallet(connection) })
  }
  return (
    <Form title={t('1. Find the wallet')} action={t('Use my passkey, twice')} step={step} onSubmit={find}>
      <Field
        label={t('Node of the chain')}
        hint={t(
          'Any node that serves JSON-RPC, such as https://rpc.example. It sees which wallet you look at.',
        )}
        inputMode="url"
        {...field('node')}
      />
      <Field
        label={t('Factory')}
        hint={t(
          'The contract that deployed the wallet. The organization that gave you the wallet publishes its address.',
        )}
        {...field('factory')}
      />
      <Field
        label={t('Domain of the passkey')}
        hint={t('The site where the passkey was created.')}
        {...field('rpId')}
      />
      <Field
        label={t('Wallet, only if this passkey came later')}
        hint={t('Leave empty unless this passkey was added to a wallet or replaced an older one.')}
        {...field('wallet')}
      />
    </Form>
  )
}
