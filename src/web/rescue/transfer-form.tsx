import { useState } from 'preact/hooks'
import { MoneyError } from '#protocol/money.ts'
import { amountMessage, parseTyped } from '#web/ui/typed-amount.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { Field, Form } from './form.tsx'
import type { Found } from './find-wallet.ts'
import type { Token } from './read-token.ts'
import { addressOf } from './settings.ts'
import { draftTransfer, type Draft } from './sign-transfer.ts'
import { useStep } from '#web/ui/use-step.ts'

/** The transfer: the amount in human units, which the next step displays as decoded from the bytes. */
export function TransferForm(props: Found & { tokens: readonly Token[]; onDraft: (draft: Draft) => void }) {
  const { connection, wallet, tokens, onDraft } = props
  const [address, setAddress] = useState('')
  const [to, setTo] = useState('')
  const [amount, setAmount] = useState('')
  const step = useStep()
  const token = tokens.find((one) => one.address === address) ?? tokens.at(-1)
  async function draft(): Promise<void> {
    if (token === undefined) throw new ReadableError(t('There is no token to send.'))
    const units = unitsOf(amount, token)
    onDraft(await draftTransfer(connection, wallet, { token, to: addressOf(to, t('The recipient')), units }))
  }
  return (
    <Form title={t('3. Transfer')} action={t('Show what will be signed')} step={step} onSubmit={draft}>
      <label class="field">
        {t('Token')}
        <select value={token?.address} onChange={(event) => setAddress(event.currentTarget.value)}>
          {tokens.map((one) => (
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

function unitsOf(amount: string, token: Token): bigint {
  try {
    const units = parseTyped(amount, token.decimals)
    if (units === 0n) throw new ReadableError(t('The amount must be greater than zero.'))
    if (units > token.balance) throw new ReadableError(t('The amount exceeds the wallet’s balance.'))
    return units
  } catch (cause) {
    if (cause instanceof MoneyError) {
      const problem = amountMessage(cause, token.decimals)
      throw new ReadableError(t('The amount {problem}.', { problem }), { cause })
    }
    throw cause
  }
}
