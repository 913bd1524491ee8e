import { useState } from 'preact/hooks'
import type { Hex } from 'viem'
import type { FoundWallet } from './find-wallet.ts'
import { submissionsOf, type Submission } from './payer.ts'
import { readGasCoin, type Coin } from './read-coin.ts'
import type { ChainConnection } from './settings.ts'
import type { Draft } from './sign-transfer.ts'

/** The present step: each step clears the later ones, so that only the last displayed call is sent. */
export function useRescue() {
  const [found, setFound] = useState<{ connection: ChainConnection; wallet: FoundWallet } | null>(null)
  const [coins, setCoins] = useState<readonly Coin[]>([])
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
    coins,
    draft,
    submissions,
    hash,
    setDraft,
    async open(connection: ChainConnection, wallet: FoundWallet): Promise<void> {
      const gasCoin = await readGasCoin(connection.node, wallet.address)
      setDraft(null)
      setCoins([gasCoin])
      setFound({ connection, wallet })
    },
    addCoin: (coin: Coin) =>
      setCoins((before) => [...before.filter(({ address }) => address !== coin.address), coin]),
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
