import { Page } from '#web/ui/page.tsx'
import { Rich } from '#web/ui/rich.tsx'
import { t } from '#web/ui/text.ts'
import { ConfirmCard, ConnectionForm, WalletCard, TransferForm, PayForm } from './steps.tsx'
import { useRescue } from './use-rescue.ts'

export function App() {
  const rescue = useRescue()
  const { found, tokens, draft, submissions, hash } = rescue
  return (
    <Page
      title={t('Rescue a wallet')}
      lede={t(
        'Transfers tokens out of a passkey wallet with only your passkey and a node of its chain. No other server is needed; everything is computed in this page.',
      )}
      foot={t(
        'Save this page as a file: it works from any static host on the passkey’s domain and loads nothing.',
      )}
    >
      <ConnectionForm onFound={rescue.open} />
      {found !== null && (
        <>
          <WalletCard {...found} tokens={tokens} onToken={rescue.addToken} />
          <TransferForm {...found} tokens={tokens} onDraft={rescue.setDraft} />
        </>
      )}
      {found !== null && draft !== null && (
        <ConfirmCard key={draft.digest} {...found} draft={draft} onSigned={rescue.sign} />
      )}
      {found !== null && submissions !== null && (
        <PayForm key={draft?.digest} {...found} submissions={submissions} onPaid={rescue.paid} />
      )}
      <div role="status">
        {hash !== null && (
          <p class="notice success">
            <Rich
              text="Done: the transfer is in a block. Its hash is {hash}"
              parts={{ hash: <span class="mono">{hash}</span> }}
            />
          </p>
        )}
      </div>
    </Page>
  )
}
