'use client'

import { LatchkeyWallet } from 'latchkey/react'
import { useState } from 'react'

async function getToken() {
  const answer = await fetch('/wallet-token', { method: 'POST' })
  if (!answer.ok) throw new Error(`/wallet-token: ${answer.status}`)
  return (await answer.json()).token
}

export function Shop({ apiUrl }) {
  const [flow, setFlow] = useState('create')
  const [news, setNews] = useState('')
  return (
    <main>
      <h1>My shop</h1>
      <p>
        <button onClick={() => setFlow('create')}>Create a wallet</button>{' '}
        <button onClick={() => setFlow('send')}>Send coins</button>
      </p>
      <LatchkeyWallet
        apiUrl={apiUrl}
        flow={flow}
        getToken={getToken}
        onCreated={({ detail }) => setNews(`Your wallet is ${detail.address}`)}
        onConfirmed={({ detail }) => setNews(`Sent by ${detail.transactionHash}`)}
        onError={({ detail }) => console.warn('wallet', detail.code, detail.detail)}
      />
      <p id="news" role="status">
        {news}
      </p>
    </main>
  )
}
