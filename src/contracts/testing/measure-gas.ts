import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { measureGas, type GasFigures } from './gas-figures.ts'

/**
 * Measures the gas of real transactions on anvil and writes `src/contracts/snapshots/gas.json`. `--check`
 * writes nothing and exits with 1 if a figure differs from the committed one by more than 1 %, is missing, or
 * exceeds its budget.
 */
const snapshot = fileURLToPath(new URL('../snapshots/gas.json', import.meta.url))
const TOLERANCE = 0.01

/** Maximum gas of each measured transaction. Budgets of bundles are per call. */
const BUDGETS: GasFigures = {
  transfer: 60_500,
  'deploy a wallet': 86_000,
  'transfer, in a bundle of 2': 60_000,
  'transfer, in a bundle of 20': 38_000,
  'transfer, in a bundle of 50': 37_000,
  'transfer, in a bundle of 20 that share nothing': 39_300,
  'transfer, in a bundle of 20 with a fee': 43_500,
  'deploy a wallet, in a bundle of 20': 66_200,
  'transfer, the second key': 68_000,
  'transfer, co-signed by an account': 71_000,
  'transfer, co-signed by a passkey': 83_500,
  'transfer, in a bundle of 20 co-signed by one account': 46_000,
  'transfer, in a bundle of 20 co-signed by a passkey each': 60_000,
}

const figures = await measureGas()
for (const [name, gas] of Object.entries(figures)) {
  process.stdout.write(`${String(gas).padStart(9)}  ${name}${budgetText(name, gas)}\n`)
}
const complaints = [...overBudget(), ...(process.argv.includes('--check') ? differences() : [])]
if (complaints.length > 0) {
  process.stderr.write(`${complaints.join('\n')}\n`)
  process.exitCode = 1
} else if (!process.argv.includes('--check')) {
  writeFileSync(snapshot, `${JSON.stringify(figures, null, 2)}\n`)
}

function budgetText(name: string, gas: number): string {
  const budget = BUDGETS[name]
  return budget === undefined ? '' : ` (budget ${budget}, ${budget - gas} left)`
}

function overBudget(): string[] {
  return Object.entries(BUDGETS)
    .filter(([name, budget]) => (figures[name] ?? Infinity) > budget)
    .map(([name, budget]) => `${name}: ${figures[name]} is above the budget of ${budget}`)
}

function differences(): string[] {
  const committed = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(snapshot, 'utf8')))
  const names = new Set([...Object.keys(committed), ...Object.keys(figures)])
  return [...names].flatMap((name) => {
    const [before, now] = [committed[name], figures[name]]
    if (before !== undefined && now !== undefined && Math.abs(now - before) <= before * TOLERANCE) return []
    return [`${name}: ${before ?? 'nothing'} in snapshots/gas.json, ${now ?? 'nothing'} measured`]
  })
}
