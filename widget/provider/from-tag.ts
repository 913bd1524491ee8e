import { object, parse, text } from './params.ts'
import { createProvider } from './provider.ts'

/** The provider for the script tag of the published file. `data-token-url` returns `{ token }` for a POST. */
function createFromTag({ src, dataset }: HTMLScriptElement, tokenUrl: string): void {
  const { apiUrl = new URL(src).origin, chainId, rpcUrl, walletAddress, locale, theme } = dataset
  async function getToken(): Promise<string> {
    const answer = await fetch(tokenUrl, { method: 'POST' })
    if (!answer.ok) throw new Error(`${tokenUrl}: ${answer.status}`)
    return parse(object({ token: text }), await answer.json(), tokenUrl).token
  }
  createProvider({ apiUrl, chainId: Number(chainId), rpcUrl, walletAddress, locale, theme, getToken })
}

const tag = globalThis.document?.querySelector<HTMLScriptElement>('script[src*="/latchkey-provider-"]')
const tokenUrl = tag?.dataset['tokenUrl']
if (tag && tokenUrl !== undefined) createFromTag(tag, tokenUrl)
