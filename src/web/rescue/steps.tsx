import { useState } from 'preact/hooks'
import { t, translated, formatExact, amountMessage, parseTyped } from '#web/ui/text.ts'
import { Field, Form } from './form.tsx'
import { findWallet, type Found } from './find-wallet.ts'
import { firstSettings, connectChain, addressOf } from './settings.ts'
import { useStep } from '#web/ui/use-step.ts'
import { withChainName } from '#protocol/display/chain-name.ts'
import { formatUnits, MoneyError } from '#protocol/money.ts'
import { Address } from '#web/ui/address-text.tsx'
import { quantityText } from '#web/ui/quantity.ts'
import { Fact } from '#web/ui/fact.tsx'
import { readToken, type Token } from './read-token.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { draftTransfer, type Draft, signDraft } from './draft-call.ts'
import { PossibleFrom } from './co-signer-card.tsx'
import { Moment } from './moment.tsx'
import type { Hex } from 'viem'
import { formatTitle } from '#protocol/display/call-words.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { CallView, RawBytes } from '#web/ui/call-view.tsx'
import { pay, type Submission } from './payer.ts'

/** The first step: the chain, and the passkey. */
export function ConnectionForm({ onFound }: { onFound: (found: Found) => Promise<void> }) {
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
        label={t('Wallet, only if this passkey came later')}
        hint={t('Leave empty unless this passkey was added to a wallet or replaced an older one.')}
        {...field('wallet')}
      />
    </Form>
  )
}

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

/** The transfer: the amount in human units, which the next step displays as decoded from the bytes. */
export function TransferForm(props: Found & { tokens: readonly Token[]; onDraft: (draft: Draft) => void }) {
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
    onDraft(await draftTransfer(connection, wallet, { token, to: addressOf(to, t('The recipient')), units }))
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

/** Everything to be signed, decoded from its bytes; the button asks for the passkey. */
export function ConfirmCard(props: Found & { draft: Draft; onSigned: (signature: Hex) => void }) {
  const { connection, wallet, draft, onSigned } = props
  const { description, digest, call } = draft
  const step = useStep()
  const sign = async () => onSigned(await signDraft(connection, wallet, draft))
  return (
    <Form title={t('4. Sign')} action={t('Sign with my passkey')} step={step} onSubmit={sign}>
      <p class="strong">{formatTitle(description, translated, formatExact)}</p>
      <CallView description={description} />
      <dl>
        <Fact name={t('From')}>
          <Address address={wallet.address} />
        </Fact>
        <Fact name={t('Wallet fee')}>{t('None')}</Fact>
        <Fact name={t('Valid until')}>
          <Moment at={call.expiration} />
        </Fact>
        <Fact name={t('Fingerprint')} mono>
          {fingerprint(digest)}
        </Fact>
      </dl>
    </Form>
  )
}

/** The last step: any account may send it, and pays the chain for it. */
export function PayForm(
  props: Found & {
    what: Draft['what']
    submissions: readonly Submission[]
    onPaid: (hash: Hex) => Promise<void>
  },
) {
  const { connection, what, submissions, onPaid } = props
  const [privateKey, setPrivateKey] = useState('')
  const step = useStep()
  async function send(): Promise<void> {
    await onPaid(await pay(connection, privateKey, submissions))
    setPrivateKey('')
  }
  return (
    <Form title={t('5. Send')} action={t('Send')} step={step} onSubmit={send}>
      <p class="muted">
        {what === 'transfer'
          ? t(
              'The transfer is signed: whoever submits it cannot change it. Any account with some of the chain’s native token can pay the gas.',
            )
          : t(
              'The removal is signed: whoever submits it cannot change it. Any account with some of the chain’s native token can pay the gas.',
            )}
      </p>
      <Field
        label={t('Private key of the account that pays the gas')}
        hint={t('Used only in this page and never stored. Use an account with a small balance.')}
        isSecret
        value={privateKey}
        onValue={setPrivateKey}
      />
      <details>
        <summary>{t('Send it from another wallet instead')}</summary>
        <p class="hint">{t('Send these transactions in this order, with value 0.')}</p>
        {submissions.map(({ what: part, to, data }) => (
          <dl key={part}>
            <Fact name={submissionName(part, what)}>
              <Address address={to} />
            </Fact>
            <Fact name={t('Data')}>
              <RawBytes name={t('Data')} hex={data} />
            </Fact>
          </dl>
        ))}
      </details>
    </Form>
  )
}

function submissionName(part: Submission['what'], what: Draft['what']): string {
  if (part === 'deploy') return t('Deploy the wallet: to')
  return what === 'transfer' ? t('Execute the signed transfer: to') : t('Execute the signed removal: to')
}
