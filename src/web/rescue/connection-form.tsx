import { useState } from 'preact/hooks'
import { t } from '#web/ui/text.ts'
import { Field, Form } from './form.tsx'
import { findWallet, type FoundWallet } from './find-wallet.ts'
import { firstSettings, connectChain, type ChainConnection } from './settings.ts'
import { useStep } from '#web/ui/use-step.ts'

/** The first step: the chain, and the passkey. */
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
    <Form title={t('1. Find the wallet')} action={t('Use my passkey, twice')} step={step} onSubmit={find}>
      <Field
        label={t('Node of the chain')}
        hint={t(
          'Any node that answers JSON-RPC, such as https://rpc.example. It sees which wallet you look at.',
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
        label={t('Wallet, only after a recovery')}
        hint={t('Leave empty unless this passkey replaced an older one.')}
        {...field('wallet')}
      />
    </Form>
  )
}
