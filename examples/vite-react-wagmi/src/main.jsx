import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { App } from './app'
import { createWagmi } from './wagmi'

const settings = await (await fetch('/settings.json')).json()

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={createWagmi(settings)}>
    <QueryClientProvider client={new QueryClient()}>
      <App token={settings.token} />
    </QueryClientProvider>
  </WagmiProvider>,
)
