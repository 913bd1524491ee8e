import { harmlessText } from '#protocol/display/text.ts'
import { findIndexes } from '#protocol/passkey/client-data.ts'
import { parseFunctionSignature } from '#protocol/signing/function-signature.ts'
import { typedDataRows } from './limits-typed-data.ts'
import { timeRow, type Row } from './print-table.ts'

const CLIENT_DATA = '{"type":"webauthn.get","challenge":"AAAA","origin":"https://shop.example"}'

/** Time to parse 100 kB of untrusted input: near the budget only if the work is quadratic. */
export async function benchLimits(): Promise<Row[]> {
  const signatures = ['('.repeat(100_000), 'a'.repeat(100_000), `f(${'bool,'.repeat(20_000)}`]
  const deep = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)},${CLIENT_DATA.slice(1)}`
  const long = CLIENT_DATA.replace('}', `,"b":"${'\\"'.repeat(50_000)}"}`)
  const names = ['\u0301'.repeat(100_000), ' '.repeat(100_000), 'a\u200b'.repeat(50_000)]
  return [
    row('three function signatures are refused', 100, () => signatures.forEach(refuse)),
    row('deep and long client data is read', 500, () => [deep, long].forEach(findIndexes)),
    row('three names of a token are shortened', 1_000, () => names.forEach((name) => harmlessText(name, 40))),
    ...typedDataRows(),
  ]
}

function refuse(signature: string): void {
  try {
    parseFunctionSignature(signature)
  } catch {
    return
  }
  throw new Error('100 kB were taken as a signature')
}

function row(what: string, budgetMs: number, work: () => void): Row {
  const startedAt = performance.now()
  work()
  return timeRow(`100 kB of a stranger: ${what}`, performance.now() - startedAt, budgetMs)
}
