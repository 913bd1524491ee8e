import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { moduleSnippet, policySnippet, reactSnippet, scriptSnippet } from './integration-snippets.tsx'

const API = 'https://wallets.example'

test.each([
  ['script', scriptSnippet()],
  ['module', moduleSnippet(API)],
  ['React', reactSnippet(API)],
])('behavior: the %s snippet logs errors and does not use a failed response as a token', (_, lines) => {
  expect(lines).toMatch(/latchkey-error|onError/)
  expect(lines).toContain('detail.code, detail.detail')
  expect(lines).toContain('if (!response.ok) throw')
})

test('behavior: the policy is the one in docs/widget.md', () => {
  const document = readFileSync('docs/widget.md', 'utf8')
  for (const line of policySnippet(API).split('\n')) expect(document).toContain(line)
})
