import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { withChainName } from '#protocol/display/chain-name.ts'
import { formatUnits } from '#protocol/money.ts'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { quantityText } from '#web/ui/quantity.ts'
import { t, formatExact } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { Field } from './field.tsx'
import type { Found } from './find-wallet.ts'
import { Form } from './form.tsx'
import { readToken, type Token } from './read-token.ts'
import { parseAddress } from './settings.ts'

/** The found wallet with its address, its balances, and a field for another token. */
export function WalletCard(
  props: Found & { tokens: readonly Token[]; onToken: (token: Token) => void },
): VNode {
  const { connection, wallet, tokens, onToken } = props
  const [address, setAddress] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const step = useStep()
  async function add(): Promise<void> {
    onToken(await readToken(connection.node, parseAddress(address, t('The token')), wallet.address))
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
          <CopyableAddress address={wallet.address} />
        </Fact>
        {tokens.map((token) => (
          <Fact key={token.address} name={token.symbol}>
            {balanceText(token)}
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

function balanceText({ balance, decimals }: Token): string {
  return decimals === null
    ? quantityText({ kind: 'units', units: String(balance) })
    : formatExact(formatUnits(balance, decimals))
}
