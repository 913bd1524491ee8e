import { useState } from 'preact/hooks'
import { MoneyError, parseUnits } from '#protocol/money.ts'
import { Field, Form } from './form.tsx'
import type { FoundWallet } from './find-wallet.ts'
import type { Coin } from './read-coin.ts'
import { RescueError } from './rescue-error.ts'
import { addressOf, type ChainConnection } from './settings.ts'
import { draftTransfer, type Draft } from './sign-transfer.ts'
import { useStep } from './use-step.ts'

/** What to send and where: the amount in human units, which the next step shows read back from the bytes. */
export function TransferForm(props: {
  connection: ChainConnection
  wallet: FoundWallet
  coins: readonly Coin[]
  onDraft: (draft: Draft) => void
}) {
  const { connection, wallet, coins, onDraft } = props
  const [address, setAddress] = useState('')
  const [to, setTo] = useState('')
  const [amount, setAmount] = useState('')
  const step = useStep()
  const coin = coins.find((one) => one.address === address) ?? coins.at(-1)
  async function draft(): Promise<void> {
    if (coin === undefined) throw new RescueError('There is no coin to send.')
    const units = unitsOf(amount, coin)
    onDraft(await draftTransfer(connection, wallet, { coin, to: addressOf(to, 'The recipient'), units }))
  }
  return (
    <Form title="3. What to send" action="Show what will be signed" step={step} onSubmit={draft}>
      <label class="field">
        Coin
        <select value={coin?.address} onChange={(event) => setAddress(event.currentTarget.value)}>
          {coins.map((one) => (
            <option key={one.address} value={one.address}>
              {one.symbol}
            </option>
          ))}
        </select>
      </label>
      <Field label="To" value={to} onValue={setTo} />
      <Field label="Amount" inputMode="decimal" value={amount} onValue={setAmount} />
    </Form>
  )
}

function unitsOf(amount: string, coin: Coin): bigint {
  try {
    const units = parseUnits(amount.trim(), coin.decimals)
    if (units === 0n) throw new RescueError('The amount must be more than nothing.')
    if (units > coin.balance) throw new RescueError('The wallet does not have that much.')
    return units
  } catch (cause) {
    if (cause instanceof MoneyError) throw new RescueError(`The amount ${cause.message}.`, { cause })
    throw cause
  }
}
