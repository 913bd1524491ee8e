import { LatchkeyWallet, type LatchkeyWalletProps } from 'latchkey/react'
import { useState, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'

const coinsSchema = z.array(
  z.object({
    tokenAddress: z.string(),
    amount: z.string(),
    decimals: z.nullable(z.number()),
    symbol: z.string(),
  }),
)
const userSchema = z.object({ user: z.nullable(z.object({ name: z.string() })) })
const tokenSchema = z.object({ token: z.string() })
const refusalSchema = z.object({ message: z.string() })
const walletsSchema = z.object({ content: z.array(z.object({ address: z.string() })) })
const balancesSchema = z.object({ content: z.object({ coins: coinsSchema }) })

type Wallet = { address: string; balance: string }
/** The settings of the element. */
type Wanted = Pick<LatchkeyWalletProps, 'flow' | 'walletAddress' | 'tokenAddress' | 'to' | 'amount'>

const element = document.getElementById('app')
/** Values that the server has written into the page. */
const { latchkey = '', coin = '', till = '' } = element?.dataset ?? {}

async function read(answer: Response): Promise<unknown> {
  const content: unknown = await answer.json()
  if (answer.ok) return content
  const refusal = refusalSchema.safeParse(content)
  throw new Error(refusal.success ? refusal.data.message : 'The wallet service is not available right now.')
}

/** Calls the shop's own backend, which holds the integration secret. */
async function post(path: string, body: object = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return read(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

const getToken = async () => tokenSchema.parse(await post('/session-token')).token

/** Calls the API that the widget uses, with the same kind of token. */
async function askLatchkey(path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${await getToken()}` }
  return read(await fetch(`${latchkey}/api/widget${path}`, { headers }))
}

async function readWallet(): Promise<Wallet | undefined> {
  const address = walletsSchema.parse(await askLatchkey('/wallets')).content[0]?.address
  if (address === undefined) return undefined
  const { coins } = balancesSchema.parse(await askLatchkey(`/wallets/${address}/balances`)).content
  const held = coins.find(({ tokenAddress }) => tokenAddress.toLowerCase() === coin.toLowerCase())
  return { address, balance: held === undefined ? '0.00 DEMO' : amountText(held) }
}

/**
 * Formats an amount with the token's own decimals, exactly and without floating point. A token without
 * decimals is shown in base units.
 */
function amountText({ amount, decimals, symbol }: z.infer<typeof coinsSchema>[number]): string {
  if (decimals === null) return `${amount} base units of ${symbol}`
  const digits = amount.padStart(decimals + 1, '0')
  const fraction = digits
    .slice(-decimals)
    .replace(/(?<!0)0+$/, '')
    .padEnd(2, '0')
  return `${digits.slice(0, -decimals)}.${fraction} ${symbol}`
}

function ShopPage({ name, first }: { name: string | undefined; first: Wallet | undefined }) {
  const [wallet, setWallet] = useState(first)
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
  const refresh = async () => setWallet(await readWallet())
  const reload = () => location.reload()

  return (
    <>
      {name === undefined ? (
        <SignIn enter={(form) => attempt(() => post('/login', form).then(reload))} />
      ) : (
        <p>
          {name}{' '}
          <button type="button" className="plain" onClick={() => attempt(() => post('/logout').then(reload))}>
            Sign out
          </button>
        </p>
      )}
      {name !== undefined && wallet === undefined && (
        <button type="button" onClick={() => want({ flow: 'create' })}>
          Create my wallet
        </button>
      )}
      {wallet && (
        <OwnWallet
          wallet={wallet}
          want={want}
          drip={() => attempt(() => post('/drip', { address: wallet.address }).then(refresh))}
        />
      )}
      <p role="status" className="message">
        {problem}
      </p>
      {wanted && (
        // The key creates a new element for each request.
        <LatchkeyWallet
          key={times}
          {...wanted}
          apiUrl={latchkey}
          getToken={getToken}
          onCreated={() => attempt(refresh)}
          onConfirmed={() => attempt(refresh)}
          onCancelled={() => setWanted(undefined)}
          onError={({ detail }) => console.warn(detail.code, detail.detail)}
        />
      )}
    </>
  )
}

function OwnWallet(props: { wallet: Wallet; want: (wanted: Wanted) => void; drip: () => void }) {
  const { address, balance } = props.wallet
  const paying = { tokenAddress: coin, to: till, amount: '4.20' }
  const send = (what: Partial<Wanted> = {}) => props.want({ flow: 'send', walletAddress: address, ...what })
  return (
    <section className="panel" aria-labelledby="wallet-heading">
      <h2 id="wallet-heading">Your wallet</h2>
      <p className="balance">
        <strong>{balance}</strong>
      </p>
      <p className="muted address">{address}</p>
      <div className="row">
        <button type="button" onClick={props.drip}>
          Get 25 demo coins
        </button>
        <button type="button" onClick={() => send(paying)}>
          4.20 DEMO
        </button>
        <button type="button" className="second" onClick={() => send()}>
          Send coins
        </button>
      </div>
    </section>
  )
}

function SignIn({ enter }: { enter: (form: object) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    enter(Object.fromEntries(new FormData(event.currentTarget)))
  }
  const email = { type: 'email', autoComplete: 'email', defaultValue: 'mira@example.com' }
  return (
    <form className="panel" onSubmit={submit}>
      <h2>Sign in</h2>
      <label htmlFor="name">Name</label>
      <input id="name" name="name" defaultValue="Mira Vogel" autoComplete="name" required maxLength={60} />
      <label htmlFor="email">Email</label>
      <input id="email" name="email" required {...email} />
      <button type="submit">Sign in</button>
    </form>
  )
}

const { user } = userSchema.parse(await read(await fetch('/me')))
const first = user === null ? undefined : await readWallet()
if (element !== null) createRoot(element).render(<ShopPage name={user?.name} first={first} />)
