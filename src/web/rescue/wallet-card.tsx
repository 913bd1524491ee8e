import { useState } from 'preact/hooks'
import { formatUnits, groupDigits } from '#protocol/money.ts'
import { Fact } from '#web/ui/fact.tsx'
import { t } from '#web/ui/text.ts'
import { Field, Form } from './form.tsx'
import type { FoundWallet } from './find-wallet.ts'
import { readCoin, type Coin } from './read-coin.ts'
import { addressOf, type ChainConnection } from './settings.ts'
import { useStep } from '#web/ui/use-step.ts'

/** The found wallet: its address, its balances, and a field for one more coin. */
export function WalletCard(props: {
  connection: ChainConnection
  wallet: FoundWallet
  coins: readonly Coin[]
  onCoin: (coin: Coin) => void
}) {
  const { connection, wallet, coins, onCoin } = props
  const [address, setAddress] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const step = useStep()
  async function add(): Promise<void> {
    onCoin(await readCoin(connection.node, addressOf(address, t('The coin')), wallet.address))
    setAddress('')
  }
  return (
    <Form title={t('2. What it has')} action={t('Look up this coin')} step={step} onSubmit={add}>
      <dl>
        <Fact name={t('Wallet on chain {chain}', { chain: String(connection.chainId) })} mono>
          {wallet.address}
        </Fact>
        {coins.map((coin) => (
          <Fact key={coin.address} name={coin.symbol}>
            {groupDigits(formatUnits(coin.balance, coin.decimals))}
          </Fact>
        ))}
      </dl>
      {!wallet.isDeployed && (
        <p class="hint">
          {t(
            'No contract is there yet. What was sent to this address is safe: the first transfer makes the contract.',
          )}
        </p>
      )}
      <Field
        label={t('Address of a coin')}
        hint={t('Its name and its decimals are what the coin says of itself.')}
        value={address}
        onValue={setAddress}
      />
    </Form>
  )
}
