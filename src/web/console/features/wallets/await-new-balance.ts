import type { QueryClient } from '@tanstack/react-query'
import { balancesQuery } from './get-balances.query.ts'

const LOOKS_MAX = 10
const PAUSE_MS = 600

/** Looks at a wallet's balance until it differs from what is on the screen, or until it is not worth waiting any more. */
export async function awaitNewBalance(queryClient: QueryClient, address: string): Promise<void> {
  const query = { ...balancesQuery(address), staleTime: 0 }
  const before = JSON.stringify(queryClient.getQueryData(query.queryKey))
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const now = await queryClient.fetchQuery(query)
    if (JSON.stringify(now) !== before) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
