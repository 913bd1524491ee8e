import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { DEPLOYMENT_ENDPOINTS } from '#protocol/console/deployment-endpoints.ts'
import { parseUnits } from '#protocol/money.ts'
import { Button } from '#web/console/components/button.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { describeProblem } from '#web/console/lib/describe-problem.ts'
import { tokenSymbol } from '#web/console/lib/display.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { sandboxQuery } from './sandbox-requests.ts'

const COINS = '100'
const ITEMS = '10'

type DemoCoinsButtonProps = {
  walletAddress: string
  token: { address: string; symbol: string; decimals: number }
  tone?: 'primary' | 'secondary'
  /** Resolves when the tokens are visible. */
  onMinted: () => Promise<void>
}

/** Mints free tokens of each kind. Pending until they are visible. */
export function DemoCoinsButton({
  walletAddress: to,
  token,
  tone,
  onMinted,
}: DemoCoinsButtonProps): ReactElement {
  const { data: sandbox } = useQuery(secondary('sandbox', sandboxQuery()))
  const mint = useMutation({
    mutationFn: async (body: { token: string; to: string; amount?: string; tokenId?: string }) => {
      await consoleApi.call(DEPLOYMENT_ENDPOINTS.mintDemoCoins, { body })
      await onMinted()
    },
  })
  const amount = parseUnits(COINS, token.decimals).toString()
  const faucets = [
    {
      label: t('Get {amount} {symbol}', { amount: COINS, symbol: tokenSymbol(token.symbol) }),
      token: token.address,
      share: () => ({ amount }),
    },
    ...(sandbox ? nftFaucets(sandbox.tokens) : []),
  ]
  return (
    <span className="inline-flex max-w-full flex-col items-start gap-1">
      <span className="flex max-w-full flex-wrap gap-2">
        {faucets.map(({ label, token: minted, share }, index) => (
          <Button
            key={minted}
            className="max-w-full overflow-hidden"
            icon="drop"
            tone={index === 0 ? tone : 'secondary'}
            pending={mint.isPending && mint.variables.token === minted}
            refusing={mint.isPending}
            onClick={() => mint.mutate({ token: minted, to, ...share() })}
          >
            <span className="min-w-0 truncate">{label}</span>
          </Button>
        ))}
      </span>
      <span role="status" className="text-sm text-danger">
        {mint.isError ? describeProblem(mint.error).detail : ''}
      </span>
    </span>
  )
}

/** Faucets for an NFT with a random id and for units of one ERC-1155 item. */
const nftFaucets = ({ erc721, erc1155 }: { erc721: string; erc1155: string }) => [
  {
    label: t('Get an NFT (ERC-721)'),
    token: erc721,
    share: () => ({ tokenId: String(crypto.getRandomValues(new Uint32Array(1))[0]) }),
  },
  {
    label: t('Get {amount} units (ERC-1155)', { amount: ITEMS }),
    token: erc1155,
    share: () => ({ tokenId: '1', amount: ITEMS }),
  },
]
