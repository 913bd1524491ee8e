import { useState } from 'preact/hooks'
import type { Hex } from 'viem'
import type { Found } from './find-wallet.ts'
import { submissionsOf, type Submission } from './payer.ts'
import { readNativeToken, type Token } from './read-token.ts'
import type { Draft } from './sign-transfer.ts'

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
