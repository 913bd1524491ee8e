import * as z from 'zod/mini'

/** What the shop's server has written into the page. */
export type ShopSettings = { latchkey: string; coin: string; till: string }
export type User = { name: string; email: string }

const userSchema = z.object({ user: z.nullable(z.object({ name: z.string(), email: z.string() })) })
const tokenSchema = z.object({ token: z.string() })
const refusalSchema = z.object({ message: z.string() })
const walletsSchema = z.object({ content: z.array(z.object({ address: z.string() })) })
const coinsSchema = z.object({
  content: z.object({
    coins: z.array(
      z.object({ tokenAddress: z.string(), amount: z.string(), decimals: z.number(), symbol: z.string() }),
    ),
  }),
})

/** The page's calls of its own backend, and of Latchkey with a token from the backend. */
export type Shop = ShopSettings & {
  me: () => Promise<User | null>
  signIn: (user: User) => Promise<User | null>
  signOut: () => Promise<void>
  getToken: () => Promise<string>
  /** The address of the customer's wallet; undefined when there is none yet. */
  walletAddress: () => Promise<string | undefined>
  /** Such as `25.00 DEMO`. */
  balance: (address: string) => Promise<string>
  drip: (address: string) => Promise<void>
}

/** Shared by the React and Vue forms of the demo. */
export function openShop(settings: ShopSettings): Shop {
  const getToken = async () => tokenSchema.parse(await post('/session-token')).token
  async function askLatchkey(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${await getToken()}` }
    return read(await fetch(`${settings.latchkey}/api/widget${path}`, { headers }))
  }
  return {
    ...settings,
    getToken,
    me: async () => userSchema.parse(await read(await fetch('/me'))).user,
    signIn: async (user) => userSchema.parse(await post('/login', user)).user,
    signOut: async () => void (await post('/logout')),
    walletAddress: async () => walletsSchema.parse(await askLatchkey('/wallets')).content[0]?.address,
    async balance(address) {
      const { coins } = coinsSchema.parse(await askLatchkey(`/wallets/${address}/balances`)).content
      const held = coins.find(
        ({ tokenAddress }) => tokenAddress.toLowerCase() === settings.coin.toLowerCase(),
      )
      return held === undefined ? '0.00 DEMO' : amountText(held)
    },
    drip: async (address) => void (await post('/drip', { address })),
  }
}

/** By the token's own decimals, exactly, without floating point. */
export function amountText(held: { amount: string; decimals: number; symbol: string }): string {
  const digits = held.amount.padStart(held.decimals + 1, '0')
  const fraction = digits
    .slice(digits.length - held.decimals)
    .replace(/0{1,255}$/, '')
    .padEnd(2, '0')
  return `${digits.slice(0, digits.length - held.decimals)}.${fraction} ${held.symbol}`
}

async function post(path: string, body: object = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return read(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function read(answer: Response): Promise<unknown> {
  const content: unknown = await answer.json()
  if (answer.ok) return content
  const refusal = refusalSchema.safeParse(content)
  throw new Error(refusal.success ? refusal.data.message : 'The wallet service is not available right now.')
}

/** What the server wrote into `<div id="app">`, and the element itself. */
export function readShopSettings(): { element: HTMLElement; settings: ShopSettings } {
  const element = document.getElementById('app')
  if (element === null) throw new Error('the page has no element for the app')
  const { latchkey = '', coin = '', till = '' } = element.dataset
  return { element, settings: { latchkey, coin, till } }
}
