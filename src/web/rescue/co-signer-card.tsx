import type { VNode } from 'preact'
import { OBJECTED_REMOVAL_DELAY_SECONDS, REMOVAL_DELAY_SECONDS } from '#protocol/wallet-delays.ts'
import { CopyableAddress } from '#web/ui/call/copyable-address.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { draftRemoval, type Draft } from './draft-call.ts'
import type { Found } from './find-wallet.ts'
import { Form } from './form.tsx'
import { Moment } from './moment.tsx'
import type { CoSigner } from './read-authority.ts'

const REMOVAL_DAYS = REMOVAL_DELAY_SECONDS / 86_400
const OBJECTED_DAYS = OBJECTED_REMOVAL_DELAY_SECONDS / 86_400

type CardProps = Found & { coSigner: CoSigner; onDraft: (draft: Draft) => void }

/** The co-signer's address, the time of its removal, and the button that starts the removal. */
export function CoSignerCard({ connection, wallet, coSigner, onDraft }: CardProps): VNode {
  const step = useStep()
  const facts = (
    <dl>
      <Fact name={t('Must sign every transfer too')}>
        <CopyableAddress address={coSigner.address} />
      </Fact>
      <Fact name={t('Until')}>
        {coSigner.until === undefined ? t('No end: no removal was started') : <Moment at={coSigner.until} />}
      </Fact>
    </dl>
  )
  if (coSigner.until !== undefined)
    return (
      <section class="card" aria-label={t('Co-signer')}>
        <h2>{t('Co-signer')}</h2>
        {facts}
        <p class="notice caution">
          <Rich
            text="The removal has started. From {time} on your passkey alone suffices. The co-signer may object once: the removal then takes {days} days from its start."
            parts={{ time: <Moment at={coSigner.until} />, days: OBJECTED_DAYS }}
          />
        </p>
        <ExecutableLater />
      </section>
    )
  return (
    <Form
      title={t('Co-signer')}
      action={t('Show the removal')}
      step={step}
      onSubmit={async () => onDraft(await draftRemoval(connection, wallet))}
    >
      {facts}
      <p>
        {t(
          'Is the co-signer lost, or does it not sign? Your passkey alone can start its removal. The removal takes effect {days} days after its start, or {objected} days if the co-signer objects. Then your passkey alone suffices.',
          { days: REMOVAL_DAYS, objected: OBJECTED_DAYS },
        )}
      </p>
      <ExecutableLater />
    </Form>
  )
}

function ExecutableLater() {
  return (
    <p class="hint">
      {t(
        'From then on, a call that you signed earlier and that the co-signer did not sign can be executed too, until it expires.',
      )}
    </p>
  )
}

/** Time from which a transfer is possible without the co-signer. */
export function PossibleFrom({ coSigner }: { coSigner: CoSigner }): VNode {
  if (coSigner.until === undefined)
    return (
      <>
        {t(
          'Without its signature a transfer is possible once the removal has taken effect: {days} days after you start it, {objected} if the co-signer objects.',
          { days: REMOVAL_DAYS, objected: OBJECTED_DAYS },
        )}
      </>
    )
  return (
    <Rich
      text="Without its signature a transfer is possible from {time} on."
      parts={{ time: <Moment at={coSigner.until} /> }}
    />
  )
}
