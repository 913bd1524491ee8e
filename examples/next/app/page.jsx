import { Shop } from './shop'

// A nonce is of one answer: the page is not made in advance.
export const dynamic = 'force-dynamic'

export default function Page() {
  return <Shop apiUrl={process.env.LATCHKEY_URL ?? 'http://localhost:4000'} />
}
