import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Address as AddressHex, Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import { coSignatureDigest } from '#protocol/signing/message-digest.ts'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { checkCoSignature } from './check-co-signature.ts'
import type { Draft } from './draft-call.ts'
import { Field } from './field.tsx'
import type { Found } from './find-wallet.ts'
import { Form } from './form.tsx'
import { Moment } from './moment.tsx'
import { readCoSigner } from './read-authority.ts'

type CoSignProps = Found & {
  draft: Draft
  coSigner: AddressHex
  /** Called with the co-signature, or with undefined if the co-signer was removed meanwhile. */
  onCoSigned: (coSignature: Hex | undefined) => void
}

/**
 * Shows the data for the co-signer to sign, and takes the signature. Checks the signature before anything is
 * sent.
 */
export function CoSignForm({ connection, wallet, draft, coSigner, onCoSigned }: CoSignProps): VNode {
  const [pasted, setPasted] = useState('')
  const step = useStep()
  const { digest, call } = draft
  async function check(): Promise<void> {
    const present = await readCoSigner(connection.node, wallet.address)
    if (present === undefined) return onCoSigned(undefined)
    if (!sameAddress(present.address, coSigner))
      throw new ReadableError(t('The wallet has another co-signer now. Find the wallet again.'))
    onCoSigned(await checkCoSignature(connection.node, { coSigner, digest, pasted }))
  }
  return (
    <Form
      title={t('Signature of the co-signer')}
      action={t('Check the co-signature')}
      step={step}
      onSubmit={check}
    >
      <p>{t('Copy the digest, have it signed by the co-signer, and paste its signature.')}</p>
      <dl>
        <Fact name={t('Co-signer')}>
          <CopyableAddress address={coSigner} />
        </Fact>
        <Fact name={t('Digest')}>
          <Copied text={digest} />
        </Fact>
        <Fact name={t('Valid until')}>
          <Moment at={call.expiration} />
        </Fact>
      </dl>
      <details>
        <summary>{t('If the co-signer is a passkey wallet')}</summary>
        <p class="hint">
          {t('Its passkey signs this challenge, which is the digest as a message of that wallet.')}
        </p>
        <code>{coSignatureDigest(connection.chainId, coSigner, digest)}</code>
      </details>
      <Field
        label={t('Co-signature')}
        hint={t(
          'An account signs the digest as it is, without a prefix: 65 bytes. A contract decides itself what it accepts.',
        )}
        value={pasted}
        onValue={setPasted}
      />
    </Form>
  )
}

const SHOWN_MS = 1_600

function Copied({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  // An insecure page has no clipboard. The person can still select the text.
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <code>{text}</code>{' '}
      <button
        type="button"
        class="quiet inline"
        aria-label={t('Copy {what}', { what: t('Digest') })}
        onClick={() => void copy()}
      >
        {t(isCopied ? 'Copied' : 'Copy')}
      </button>
      <span role="status" class="sr-only">
        {isCopied && t('Copied')}
      </span>
    </>
  )
}
