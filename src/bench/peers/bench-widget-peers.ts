import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'
import * as z from 'zod/mini'
import { widgetSizes } from '#bench/bench-sizes.ts'
import { inFolder } from '#bench/measured-server.ts'
import type { Row } from '#bench/print-table.ts'

/** Imports that an app needs from a peer to create a wallet and sign with it. React is never counted. */
const PEERS: readonly { name: string; entry: string; also?: readonly string[] }[] = [
  {
    name: '@privy-io/react-auth',
    entry: `export { PrivyProvider, usePrivy, useWallets, useCreateWallet, useSendTransaction } from '@privy-io/react-auth'`,
  },
  {
    name: '@turnkey/react-wallet-kit',
    entry: `export { TurnkeyProvider, useTurnkey } from '@turnkey/react-wallet-kit'`,
  },
  { name: '@web3auth/modal', entry: `export { Web3Auth } from '@web3auth/modal'` },
  { name: '@openfort/react', entry: `export { OpenfortProvider, OpenfortButton } from '@openfort/react'` },
  { name: '@base-org/account', entry: `export { createBaseAccountSDK } from '@base-org/account'` },
  { name: 'porto', entry: `export { Porto } from 'porto'` },
  {
    name: '@circle-fin/modular-wallets-core',
    also: ['viem'],
    entry: `export { toCircleSmartAccount, toModularTransport, toPasskeyTransport, toWebAuthnCredential } from '@circle-fin/modular-wallets-core'
export { createBundlerClient, toWebAuthnAccount } from 'viem/account-abstraction'`,
  },
  { name: 'magic-sdk', entry: `export { Magic } from 'magic-sdk'` },
  { name: '@coinbase/wallet-sdk', entry: `export { createCoinbaseWalletSDK } from '@coinbase/wallet-sdk'` },
]

const EXTERNAL = /^(react|react-dom)(\/|$)/
const INSTALL_MS_MAX = 1_200_000
const versionSchema = z.object({ version: z.string() })

type Chunk = { fileName: string; code: string; imports: string[]; isEntry: boolean }

/**
 * Size of every peer on npm, built like ours (Vite, minified, brotli): the first import, and everything that
 * may load later. One run measures all. Each peer is installed into a temporary folder.
 */
export async function benchPeers(): Promise<Row[]> {
  const { module, frameHost } = widgetSizes()
  const oursBytes = module
  const rows: Row[] = [
    { what: 'latchkey, create and send with its interface', measured: kilobytes(oursBytes), budget: 'ours' },
    {
      what: 'latchkey, the page around a frame (the flow is in the frame)',
      measured: kilobytes(frameHost),
      budget: `${(frameHost / oursBytes).toFixed(1)} times ours`,
    },
  ]
  for (const peer of PEERS) rows.push(await measurePeer(peer, oursBytes))
  return rows
}

function measurePeer(peer: (typeof PEERS)[number], oursBytes: number): Promise<Row> {
  return inFolder(async (folder) => {
    try {
      await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'measured', type: 'module' }))
      await writeFile(join(folder, 'entry.js'), `${peer.entry}\n`)
      const wanted = [peer.name, ...(peer.also ?? []), 'react', 'react-dom']
      const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--force', '--loglevel=error']
      execFileSync('npm', ['install', ...quiet, ...wanted], {
        cwd: folder,
        stdio: 'ignore',
        timeout: INSTALL_MS_MAX,
      })
      const manifest = await readFile(join(folder, 'node_modules', peer.name, 'package.json'), 'utf8')
      const { version } = versionSchema.parse(JSON.parse(manifest))
      const { atOnce, later } = await measureBundle(folder)
      return {
        what: `${peer.name} ${version}`,
        measured: `${kilobytes(atOnce)}${later === 0 ? '' : `, ${kilobytes(later)} more on demand`}`,
        budget: `${(atOnce / oursBytes).toFixed(1)} times ours`,
      }
    } catch (cause) {
      const [why = ''] = String(cause).split('\n')
      return { what: peer.name, measured: `not measured: ${why.slice(0, 80)}`, budget: '' }
    }
  })
}

async function measureBundle(folder: string): Promise<{ atOnce: number; later: number }> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: {
        input: join(folder, 'entry.js'),
        preserveEntrySignatures: 'strict',
        external: (id) => EXTERNAL.test(id),
        // A peer's optional dependencies are neither installed nor counted.
        shimMissingExports: true,
      },
    },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (bundle === undefined || !('output' in bundle)) throw new Error('nothing was built')
  const chunks = bundle.output.filter((one) => one.type === 'chunk')
  const atOnce = reached(chunks)
  const size = (wanted: (chunk: Chunk) => boolean) =>
    chunks.filter(wanted).reduce((bytes, { code }) => bytes + brotliBytes(code), 0)
  return {
    atOnce: size(({ fileName }) => atOnce.has(fileName)),
    later: size(({ fileName }) => !atOnce.has(fileName)),
  }
}

/** The entry and its static imports, recursively. */
function reached(chunks: readonly Chunk[]): Set<string> {
  const names = new Set<string>()
  const pending = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (names.has(name)) continue
    names.add(name)
    pending.push(...(chunks.find(({ fileName }) => fileName === name)?.imports ?? []))
  }
  return names
}

function brotliBytes(code: string): number {
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
