import { useState, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { LatchkeyWallet, type LatchkeyWalletProps } from 'latchkey/react'
import { openShop, readShopSettings, type Shop, type User } from './shop.ts'

/** What the element has to do; undefined for nothing. */
type Wanted = Pick<LatchkeyWalletProps, 'flow' | 'walletAddress' | 'tokenAddress' | 'to' | 'amount'>
type Wallet = { address: string; balance: string }
type Start = { user: User | null; wallet: Wallet | undefined }

function ShopPage({ shop, start }: { shop: Shop; start: Start }) {
  const [user, setUser] = useState(start.user)
  const [wallet, setWallet] = useState(start.wallet)
  const [wanted, setWanted] = useState<Wanted>()
  const [times, setTimes] = useState(0)
  const [problem, setProblem] = useState('')

  const want = (asked: Wanted) => {
    setTimes(times + 1)
    setWanted(asked)
  }
  const attempt = (act: () => Promise<unknown>) => {
    setProblem('')
    act().catch((cause: unknown) => setProblem(cause instanceof Error ? cause.message : String(cause)))
  }
  const refresh = async () => setWallet(await readWallet(shop))
  const enter = async (given: User) => {
    const known = await shop.signIn(given)
    await refresh()
    setUser(known)
  }
  const leave = async () => {
    await shop.signOut()
    location.reload()
  }

  if (user === null) return <SignIn enter={(given) => attempt(() => enter(given))} />
  return (
    <>
      <p>
        {user.name} <SignOut leave={() => attempt(leave)} />
      </p>
      {wallet === undefined ? (
        <button type="button" onClick={() => want({ flow: 'create' })}>
          Create my wallet
        </button>
      ) : (
        <OwnWallet wallet={wallet} shop={shop} want={want} attempt={attempt} refresh={refresh} />
      )}
      <p role="status" className="message">
        {problem}
      </p>
      {wanted && (
        // The key creates a new element for each request.
        <LatchkeyWallet
          key={times}
          {...wanted}
          apiUrl={shop.latchkey}
          getToken={shop.getToken}
          onCreated={() => attempt(refresh)}
          onConfirmed={() => attempt(refresh)}
          onCancelled={() => setWanted(undefined)}
          onError={({ detail }) => console.warn(detail.code, detail.detail)}
        />
      )}
    </>
  )
}

type OwnWalletProps = {
  wallet: Wallet
  shop: Shop
  want: (wanted: Wanted) => void
  attempt: (act: () => Promise<unknown>) => void
  refresh: () => Promise<void>
}

function OwnWallet({ wallet, shop, want, attempt, refresh }: OwnWalletProps) {
  const { address } = wallet
  const paying = { tokenAddress: shop.coin, to: shop.till, amount: '4.20' }
  const drip = async () => {
    await shop.drip(address)
    await refresh()
  }
  return (
    <section className="panel" aria-labelledby="wallet-heading">
      <h2 id="wallet-heading">Your wallet</h2>
      <p className="balance">
        <strong>{wallet.balance}</strong>
      </p>
      <p className="muted address">{address}</p>
      <div className="row">
        <button type="button" onClick={() => attempt(drip)}>
          Get 25 demo coins
        </button>
        <button type="button" onClick={() => want({ flow: 'send', walletAddress: address, ...paying })}>
          4.20 DEMO
        </button>
        <button
          type="button"
          className="second"
          onClick={() => want({ flow: 'send', walletAddress: address })}
        >
          Send coins
        </button>
      </div>
    </section>
  )
}

function SignIn({ enter }: { enter: (user: User) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }
    enter({ name: text('name'), email: text('email') })
  }
  return (
    <form className="panel" onSubmit={submit}>
      <h2>Sign in</h2>
      <label htmlFor="name">Name</label>
      <input id="name" name="name" defaultValue="Mira Vogel" autoComplete="name" required maxLength={60} />
      <label htmlFor="email">Email</label>
      <input
        id="email"
        name="email"
        type="email"
        defaultValue="mira@example.com"
        autoComplete="email"
        required
      />
      <button type="submit">Sign in</button>
    </form>
  )
}

function SignOut({ leave }: { leave: () => void }) {
  return (
    <button type="button" className="plain" onClick={leave}>
      Sign out
    </button>
  )
}

async function readWallet(shop: Shop): Promise<Wallet | undefined> {
  const address = await shop.walletAddress()
  return address === undefined ? undefined : { address, balance: await shop.balance(address) }
}

const { element, settings } = readShopSettings()
const shop = openShop(settings)
const user = await shop.me()
const start = { user, wallet: user === null ? undefined : await readWallet(shop) }
createRoot(element).render(<ShopPage shop={shop} start={start} />)
