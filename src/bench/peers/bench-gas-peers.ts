import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { inFolder } from '#bench/measured-server.ts'
import type { Row } from '#bench/print-table.ts'
import { measureBundles } from '#contracts/testing/bundle-figures.ts'
import { startGasChain } from '#contracts/testing/gas-chain.ts'
import { buildWorld, measureCall } from '#contracts/testing/gas-wallet.ts'
import { measureCoinbase } from './coinbase.ts'
import { measureIthaca } from './ithaca.ts'
import type { PeerGas, PeerWorld } from './peer-world.ts'
import { measureSafe } from './safe.ts'

/** npm packages of the peers. Coinbase's wallet is not on npm; its code is next to this file. */
const PACKAGES = {
  '@account-abstraction/contracts': '0.6.0',
  '@safe-global/safe-smart-account': '1.5.0',
  '@safe-global/safe-passkey': '0.2.0',
  porto: '0.2.37',
}
const INSTALL_MS_MAX = 600_000
const HOUR = 3_600

const hexSchema = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]+$/.test(value))
const artifactSchema = z.object({ bytecode: hexSchema, deployedBytecode: hexSchema })
const portoSchema = z.object({ code: hexSchema })

/**
 * Transfers the same token to a recipient who already holds it, signed with a WebAuthn passkey, with deployed
 * wallets. Measures a single transfer and twenty in one transaction, on one chain. The sender receives no
 * payment. The peers have more features, such as several keys and upgrades, but do not check for which domain
 * the passkey signed.
 */
export async function benchGasPeers(): Promise<Row[]> {
  const chain = await startGasChain('osaka')
  try {
    const ours = await buildWorld(chain)
    await measureCall(ours, { slot: 0n })
    chain.pass(HOUR)
    const alone = await measureCall(ours, { slot: 0n })
    const bundles = await measureBundles(ours)
    const own = { alone, each: bundles['transfer, in a bundle of 20'] ?? 0 }
    const world = { chain, coin: ours.coin }
    return await inFolder(async (folder) => {
      const rows = toRows('latchkey', own, own)
      try {
        install(folder)
      } catch (cause) {
        const [why = ''] = String(cause).split('\n')
        return [...rows, { what: 'peers', measured: `not measured: ${why.slice(0, 80)}`, budget: '' }]
      }
      return [
        ...rows,
        ...toRows('Coinbase 1 by EntryPoint 0.6', await coinbase(world, folder), own),
        ...toRows('Safe 1.5.0, twenty by MultiSendCallOnly', await safe(world, folder), own),
        ...toRows('Ithaca 0.5.5, twenty by its Orchestrator', await ithaca(world, folder), own),
      ]
    })
  } finally {
    chain.stop()
  }
}

function toRows(name: string, { alone, each }: PeerGas, own: PeerGas): Row[] {
  const row = (what: string, gas: number, ours: number): Row => ({
    what: `${name}: ${what}`,
    measured: `${gas} gas`,
    budget: gas === ours ? 'ours' : `${(gas / ours).toFixed(2)} times ours`,
  })
  return [row('a transfer alone', alone, own.alone), row('each of 20', each, own.each)]
}

function install(folder: string): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'measured', private: true }))
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error']
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`)
  execFileSync('npm', ['install', ...quiet, ...wanted], {
    cwd: folder,
    stdio: 'ignore',
    timeout: INSTALL_MS_MAX,
  })
}

function artifact(folder: string, path: string) {
  return artifactSchema.parse(JSON.parse(readFileSync(join(folder, 'node_modules', path), 'utf8')))
}

function coinbase(world: PeerWorld, folder: string): Promise<PeerGas> {
  const { deployedBytecode } = artifact(folder, '@account-abstraction/contracts/artifacts/EntryPoint.json')
  return measureCoinbase(world, deployedBytecode)
}

function safe(world: PeerWorld, folder: string): Promise<PeerGas> {
  const code = (part: string, path: string, name: string) =>
    artifact(folder, `@safe-global/${part}/build/artifacts/contracts/${path}${name}.sol/${name}.json`)
      .bytecode
  return measureSafe(world, {
    Safe: code('safe-smart-account', '', 'Safe'),
    SafeProxyFactory: code('safe-smart-account', 'proxies/', 'SafeProxyFactory'),
    MultiSendCallOnly: code('safe-smart-account', 'libraries/', 'MultiSendCallOnly'),
    SafeWebAuthnSignerFactory: code('safe-passkey', '', 'SafeWebAuthnSignerFactory'),
  })
}

async function ithaca(world: PeerWorld, folder: string): Promise<PeerGas> {
  const code = async (name: string) => {
    const path = join(folder, 'node_modules/porto/dist/core/internal/_generated/contracts', `${name}.js`)
    return portoSchema.parse(await import(pathToFileURL(path).href)).code
  }
  return measureIthaca(world, {
    account: await code('IthacaAccount'),
    orchestrator: await code('Orchestrator'),
  })
}
