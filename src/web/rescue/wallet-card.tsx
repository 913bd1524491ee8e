import { withChainName } from '#protocol/display/chain-name.ts'
import { useState } from 'preact/hooks'
import { formatUnits } from '#protocol/money.ts'
import { formatExact } from '#web/ui/typed-amount.ts'
import { Address } from '#web/ui/address-text.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { t } from '#web/ui/text.ts'
import { Field, Form } from './form.tsx'
import type { Found } from './find-wallet.ts'
import { readToken, type Token } from './read-token.ts'
import { addressOf } from './settings.ts'
import { useStep } from '#web/ui/use-step.ts'

/** The found wallet: its address, its balances, and a field for one more token. */
export function WalletCard(props: Found & { tokens: readonly Token[]; onToken: (token: Token) => void }) {
  const { connection, wallet, tokens, onToken } = props
  const [address, setAddress] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const step = useStep()
  async function add(): Promise<void> {
    onToken(await readToken(connection.node, addressOf(address, t('The token')), wallet.address))
    setAddress('')
  }
  return (
    <Form title={t('2. Balances')} action={t('Look up this token')} step={step} onSubmit={add}>
      <dl>
        <Fact
          name={t('Wallet on chain {chain}', {
            chain: withChainName(connection.chainId, String(connection.chainId)),
          })}
        >
          <Address address={wallet.address} />
        </Fact>
        {tokens.map((token) => (
          <Fact key={token.address} name={token.symbol}>
            {formatExact(formatUnits(token.balance, token.decimals))}
          </Fact>
        ))}
      </dl>
      {!wallet.isDeployed && (
        <p class="hint">
          {t(
            'Not deployed yet. Tokens sent to this address are safe: the first transfer deploys the wallet.',
          )}
        </p>
      )}
      <Field
        label={t('Token address')}
        hint={t('Name and decimals are reported by the token itself.')}
        value={address}
        onValue={setAddress}
      />
    </Form>
  )
}
