/**
 * The only differences between the policies of `npm run dev` and those of the product. Each entry adds a source to a
 * directive, with the reason. `nonce` is the nonce of this process.
 */
const RELAXED: readonly { directive: string; source: (nonce: string) => string; why: string }[] = [
  { directive: 'script-src', source: fromNonce, why: 'the preamble of React Refresh is an inline script' },
  { directive: 'style-src', source: fromNonce, why: 'Vite inserts styles as elements' },
]

function fromNonce(nonce: string): string {
  return `'nonce-${nonce}'`
}

/** The policy of a page, with what Vite's client needs. */
export function relaxPolicy(policy: string, nonce: string): string {
  return policy
    .split('; ')
    .map((rule) => {
      const more = RELAXED.filter(({ directive }) => rule.split(' ')[0] === directive)
      return [rule, ...more.map(({ source }) => source(nonce))].join(' ')
    })
    .join('; ')
}
