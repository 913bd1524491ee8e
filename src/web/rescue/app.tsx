import type { VNode } from 'preact'
import { Rich } from '#web/ui/call/rich.tsx'
import { Page } from '#web/ui/page.tsx'
import { t } from '#web/ui/text.ts'
import { CoSignForm } from './co-sign-form.tsx'
import { CoSignerCard } from './co-signer-card.tsx'
import { ConfirmCard } from './confirm-card.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { PayForm } from './pay-form.tsx'
import { TransferForm } from './transfer-form.tsx'
import { type Done, useRescue } from './use-rescue.ts'
import { WalletCard } from './wallet-card.tsx'

export function App(): VNode {
  const rescue = useRescue()
  const { found, tokens, draft, submissions } = rescue
  const coSigner = found?.wallet.coSigner
  return (
    <Page
      title={t('Rescue a wallet')}
      lede={t(
        'Transfers tokens out of a passkey wallet with only your passkey and a node of its chain. No other server is needed; everything is computed on this page.',
      )}
      foot={t(
        'Save this page as a file: it works from any static host on the passkey’s domain and loads nothing.',
      )}
    >
      <ConnectionForm onFound={rescue.open} />
      {found !== null && (
        <>
          <WalletCard {...found} tokens={tokens} onToken={rescue.addToken} />
          {coSigner !== undefined && (
            <CoSignerCard {...found} coSigner={coSigner} onDraft={rescue.setDraft} />
          )}
          <TransferForm {...found} tokens={tokens} onDraft={rescue.setDraft} />
        </>
      )}
      {found !== null && draft !== null && (
        <ConfirmCard key={draft.digest} {...found} draft={draft} onSigned={rescue.sign} />
      )}
      {found !== null && draft?.coSigner !== undefined && rescue.tuple !== null && (
        <CoSignForm
          key={draft.digest}
          {...found}
          draft={draft}
          coSigner={draft.coSigner}
          onCoSigned={rescue.coSign}
        />
      )}
      {found !== null && draft !== null && submissions !== null && (
        <PayForm
          key={draft.digest}
          {...found}
          what={draft.what}
          submissions={submissions}
          onPaid={rescue.paid}
        />
      )}
      <div role="status">{rescue.done !== null && <DoneNotice done={rescue.done} />}</div>
    </Page>
  )
}

function DoneNotice({ done: { what, hash } }: { done: Done }) {
  const parts = { hash: <span class="mono">{hash}</span> }
  return (
    <p class="notice success">
      {what === 'transfer' ? (
        <Rich text="Done: the transfer is in a block. Transaction hash: {hash}" parts={parts} />
      ) : (
        <Rich
          text="Done: the removal of the co-signer has started. Come back when it has taken effect. Transaction hash: {hash}"
          parts={parts}
        />
      )}
    </p>
  )
}
