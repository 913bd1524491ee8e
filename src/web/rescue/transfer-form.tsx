import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { MoneyError } from '#protocol/money.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t, amountMessage, parseTyped } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { PossibleFrom } from './co-signer-card.tsx'
import { draftTransfer, type Draft } from './draft-call.ts'
import { Field } from './field.tsx'
import type { Found } from './find-wallet.ts'
import { Form } from './form.tsx'
import type { Token } from './read-token.ts'
import { parseAddress } from './settings.ts'

/** The transfer form. Takes the amount in human units. The next step shows it decoded from the bytes. */
export function TransferForm(
  props: Found & { tokens: readonly Token[]; onDraft: (draft: Draft) => void },
): VNode {
  const { connection, wallet, tokens, onDraft } = props
  const [address, setAddress] = useState('')
  const [to, setTo] = useState('')
  const [amount, setAmount] = useState('')
  const step = useStep()
  const token = tokens.find((one) => one.address === address) ?? tokens.at(-1)
  const { coSigner } = wallet
  async function draft(): Promise<void> {
    if (token === undefined) throw new ReadableError(t('There is no token to send.'))
    const units = parseAmount(amount, token)
    onDraft(
      await draftTransfer(connection, wallet, { token, to: parseAddress(to, t('The recipient')), units }),
    )
  }
  return (
    <Form title={t('3. Transfer')} action={t('Show what will be signed')} step={step} onSubmit={draft}>
      {coSigner !== undefined && (
        <p class="notice caution">
          {t('The co-signer has to sign this too.')} <PossibleFrom coSigner={coSigner} />
        </p>
      )}
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
      <Field
        label={t('Amount')}
        {...(token?.decimals === null && {
          hint: t('In base units, as a whole number: this token reports no decimals.'),
        })}
        inputMode="decimal"
        value={amount}
        onValue={setAmount}
      />
    </Form>
  )
}

function parseAmount(amount: string, token: Token): bigint {
  const decimals = token.decimals ?? 0
  try {
    const units = parseTyped(amount, decimals)
    if (units === 0n) throw new ReadableError(t('The amount must be greater than zero.'))
    if (units > token.balance) throw new ReadableError(t('The amount exceeds the wallet’s balance.'))
    return units
  } catch (cause) {
    if (cause instanceof MoneyError) {
      const problem = amountMessage(cause, decimals)
      throw new ReadableError(t('The amount {problem}.', { problem }), { cause })
    }
    throw cause
  }
}
