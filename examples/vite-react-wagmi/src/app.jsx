import { useState } from 'react'
import { encodeFunctionData, erc20Abi, formatUnits, parseUnits } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import {
  useChainId,
  useConnect,
  useConnection,
  useConnectors,
  useReadContract,
  useSendCalls,
  useSignMessage,
  useWaitForCallsStatus,
  useWaitForTransactionReceipt,
  useWriteContract,
} from 'wagmi'

const FRIEND = '0x00000000000000000000000000000000000F0019'
const DECIMALS = 6

export function App({ token }) {
  const { address } = useConnection()
  return (
    <main>
      <h1>My dapp</h1>
      {address === undefined ? <Connect /> : <Account address={address} token={token} />}
    </main>
  )
}

function Connect() {
  const [connector] = useConnectors()
  const { mutate, error } = useConnect()
  return (
    <>
      <button onClick={() => mutate({ connector })}>Connect {connector.name}</button>
      <Problem error={error} />
    </>
  )
}

function Account({ address, token }) {
  const balance = useReadContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
    query: { refetchInterval: 2_000 },
  })
  return (
    <>
      <p id="address">{address}</p>
      <p id="balance">{balance.data === undefined ? '…' : `${formatUnits(balance.data, DECIMALS)} coins`}</p>
      <Pay token={token} />
      <PayTwice token={token} />
      <SignIn address={address} />
    </>
  )
}

function Pay({ token }) {
  const { mutate, data: hash, error } = useWriteContract()
  const { isSuccess } = useWaitForTransactionReceipt({ hash, query: { enabled: hash !== undefined } })
  const args = [FRIEND, parseUnits('1.5', DECIMALS)]
  return (
    <section>
      <button onClick={() => mutate({ address: token, abi: erc20Abi, functionName: 'transfer', args })}>
        Pay 1.5
      </button>
      <p id="paid">{isSuccess && `Paid by ${hash}`}</p>
      <Problem error={error} />
    </section>
  )
}

/** Several calls, one signature, all or none. */
function PayTwice({ token }) {
  const { mutate, data, error } = useSendCalls()
  const status = useWaitForCallsStatus({ id: data?.id, query: { enabled: data !== undefined } })
  const pay = (amount) => ({
    to: token,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [FRIEND, parseUnits(amount, DECIMALS)],
    }),
  })
  return (
    <section>
      <button onClick={() => mutate({ calls: [pay('1'), pay('2')], forceAtomic: true })}>Pay 1 and 2</button>
      <p id="paid-twice">{status.data?.status}</p>
      <Problem error={error} />
    </section>
  )
}

function SignIn({ address }) {
  const chainId = useChainId()
  const { mutateAsync } = useSignMessage()
  const [answer, setAnswer] = useState('')
  async function signIn() {
    const { nonce } = await (await fetch('/nonce', { method: 'POST' })).json()
    const message = createSiweMessage({
      address,
      chainId,
      nonce,
      domain: location.host,
      uri: location.origin,
      version: '1',
      statement: 'Sign in to my dapp.',
      issuedAt: new Date(),
    })
    const signature = await mutateAsync({ message })
    const answered = await fetch('/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message, signature }),
    })
    setAnswer(answered.ok ? `Signed in as ${(await answered.json()).address}` : 'Refused')
  }
  return (
    <section>
      <button onClick={() => signIn().catch((error) => setAnswer(error.message))}>Sign in</button>
      <p id="signed-in" role="status">
        {answer}
      </p>
    </section>
  )
}

function Problem({ error }) {
  return error && <p role="alert">{error.shortMessage ?? error.message}</p>
}
