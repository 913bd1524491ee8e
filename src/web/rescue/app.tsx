import { Page } from '#web/ui/page.tsx'
import { Rich } from '#web/ui/rich.tsx'
import { t } from '#web/ui/text.ts'
import { ConfirmCard, ConnectionForm, WalletCard, TransferForm, PayForm } from './steps.tsx'
import { useState } from 'preact/hooks'
import type { Hex } from 'viem'
import type { Found } from './find-wallet.ts'
import { submissionsOf, type Submission } from './payer.ts'
import { readNativeToken, type Token } from './read-token.ts'
import type { Draft } from './sign-transfer.ts'

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

/** The present step: each step clears the later ones, so that only the last displayed call is sent. */
export function useRescue() {
  const [found, setFound] = useState<Found | null>(null)
  const [tokens, setTokens] = useState<readonly Token[]>([])
  const [draft, setDraftOnly] = useState<Draft | null>(null)
  const [submissions, setSubmissions] = useState<readonly Submission[] | null>(null)
  const [hash, setHash] = useState<Hex | null>(null)

  function setDraft(next: Draft | null): void {
    setDraftOnly(next)
    setSubmissions(null)
    setHash(null)
  }
  return {
    found,
    tokens,
    draft,
    submissions,
    hash,
    setDraft,
    async open(next: Found): Promise<void> {
      const native = await readNativeToken(next.connection.node, next.wallet.address)
      setDraft(null)
      setTokens([native])
      setFound(next)
    },
    addToken: (token: Token) =>
      setTokens((before) => [...before.filter(({ address }) => address !== token.address), token]),
    sign(signature: Hex): void {
      if (found === null || draft === null) return
      setSubmissions(submissionsOf(found.connection, found.wallet, draft.call, signature))
    },
    paid(sent: Hex): void {
      setDraft(null)
      setHash(sent)
    },
  }
}
