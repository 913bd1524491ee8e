import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import { organizations } from '#cli/commands/organizations.ts'
import { enrolApprovingUser } from '#cli/testing/approving-user.ts'
import { createWallet } from '#cli/testing/client.ts'
import { startMailServer } from '#cli/testing/mail-server.ts'
import { runCommand } from '#cli/testing/run-command.ts'
import { startServer } from '#cli/testing/server-process.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import type { FailoverLoad } from './failover-load.ts'
import { startPatroniCluster, type PatroniPrograms } from './patroni-cluster.ts'

const DOMAIN = 'shop.example'
const PUBLIC_URL = 'https://wallets.example'
const RECIPIENT = '0x00000000000000000000000000000000beef0042'
/** Number of wallets whose calls are executed immediately, and of wallets whose end-user must approve each call. */
const WALLETS = 3
const HELD_WALLETS = 2
const ETHER = 10n ** 18n

export type FailoverWorld = Awaited<ReturnType<typeof startFailoverWorld>>

/** Starts a cluster, a chain, a built server that uses both, and wallets. */
export async function startFailoverWorld(programs: PatroniPrograms) {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of closing.splice(0).toReversed()) await one()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-failover-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const cluster = await startPatroniCluster(programs)
    closing.push(cluster.stop)
    const anvil = await startPlainAnvil({ blockTime: 1 })
    closing.push(anvil.stop)
    const mail = await startMailServer()
    closing.push(mail.stop)
    const relayerKey = `0x${randomBytes(32).toString('hex')}` as const
    await anvil.fund(privateKeyToAddress(relayerKey), 100n * ETHER)
    const environment = {
      DATABASE_URL: cluster.url,
      RPC_URL: anvil.url,
      CHAIN_ID: String(anvil.chainId),
      CONFIRMATIONS: '1',
      RELAYER_PRIVATE_KEY: relayerKey,
      SECRET_KEY: randomBytes(32).toString('hex'),
      SMTP_URL: mail.url,
      PUBLIC_URL,
      DATA_DIR: folder,
    }
    const args = ['create', 'Acme', '--domain', DOMAIN, '--json']
    const made = await runCommand(organizations, args, environment)
    const { apiKey } = z.object({ apiKey: z.string() }).parse(JSON.parse(made.answer))
    const server = await startServer(environment, ['serve', '--only', 'service'])
    closing.push(server.stop)
    const makeSender = async (index: number) => {
      const email = `user-${index}@example.com`
      const isHeld = index >= WALLETS
      const user = isHeld ? { externalUserId: `user-${index}` } : {}
      const place = { asked: server, creating: server, apiKey, domain: DOMAIN }
      const wallet = await createWallet({ ...place, email, codeFor: mail.codeFor, ...user })
      await anvil.fund(wallet.address, ETHER)
      if (!isHeld) return { wallet, approve: undefined }
      const invitation = await mail.invitationFor(email)
      const enrolment = { appOrigin: PUBLIC_URL, invitation }
      return { wallet, approve: await enrolApprovingUser(() => ({ origin: server.url, apiKey }), enrolment) }
    }
    const senders: FailoverLoad['senders'][number][] = []
    for (let index = 0; index < WALLETS + HELD_WALLETS; index += 1) senders.push(await makeSender(index))
    const load = { server, apiKey, chainId: anvil.chainId, recipient: RECIPIENT, senders } as const
    return { cluster, rpc: anvil.rpc, server, load, close }
  } catch (error) {
    await close()
    throw error
  }
}
