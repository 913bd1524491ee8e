import { latchkey } from 'latchkey/wagmi'
import { defineChain } from 'viem'
import { createConfig, http } from 'wagmi'

async function getToken() {
  const answer = await fetch('/wallet-token', { method: 'POST' })
  if (!answer.ok) throw new Error(`/wallet-token: ${answer.status}`)
  return (await answer.json()).token
}

/** An ordinary wagmi configuration with Latchkey's connector. Reads go through the page's own server. */
export function createWagmi({ latchkeyUrl, chainId }) {
  const rpcUrl = `${location.origin}/rpc`
  const chain = defineChain({
    id: chainId,
    name: 'My chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createConfig({
    chains: [chain],
    transports: { [chainId]: http(rpcUrl) },
    connectors: [latchkey({ apiUrl: latchkeyUrl, getToken, rpcUrl })],
  })
}
