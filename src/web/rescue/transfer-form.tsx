import { useState } from 'preact/hooks'
import { MoneyError, parseUnits } from '#protocol/money.ts'
import { amountMessage } from '#web/ui/amount-message.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { Field, Form } from './form.tsx'
import type { FoundWallet } from './find-wallet.ts'
import type { Coin } from './read-coin.ts'
import { addressOf, type ChainConnection } from './settings.ts'
import { draftTransfer, type Draft } from './sign-transfer.ts'
import { useStep } from '#web/ui/use-step.ts'

/** The transfer: the amount in human units, which the next step displays as decoded from the bytes. */
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
    if (coin === undefined) throw new ReadableError(t('There is no coin to send.'))
    const units = unitsOf(amount, coin)
    onDraft(await draftTransfer(connection, wallet, { coin, to: addressOf(to, t('The recipient')), units }))
  }
  return (
    <Form title={t('3. What to send')} action={t('Show what will be signed')} step={step} onSubmit={draft}>
      <label class="field">
        {t('Coin')}
        <select value={coin?.address} onChange={(event) => setAddress(event.currentTarget.value)}>
          {coins.map((one) => (
            <option key={one.address} value={one.address}>
              {one.symbol}
            </option>
          ))}
        </select>
      </label>
      <Field label={t('To')} value={to} onValue={setTo} />
      <Field label={t('Amount')} inputMode="decimal" value={amount} onValue={setAmount} />
    </Form>
  )
}

function unitsOf(amount: string, coin: Coin): bigint {
  try {
    const units = parseUnits(amount.trim(), coin.decimals)
    if (units === 0n) throw new ReadableError(t('The amount must be more than nothing.'))
    if (units > coin.balance) throw new ReadableError(t('The wallet does not have that much.'))
    return units
  } catch (cause) {
    if (cause instanceof MoneyError) {
      const problem = amountMessage(cause, coin.decimals)
      throw new ReadableError(t('The amount {problem}.', { problem }), { cause })
    }
    throw cause
  }
}
