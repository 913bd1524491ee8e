import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import type { Caller } from '#service/context.ts'
import { createService } from '#service/create-service.ts'
import { openDatabase } from '#service/db/open-database.ts'
import { requestEmailVerification } from '#service/email/request-verification.ts'
import type { FailpointName } from '#service/relayer/relay-parts.ts'
import { loadRelayerKey } from '#service/relayer/relayer-key.ts'
import { openSandboxChain } from '#service/sandbox/open-sandbox-chain.ts'
import { PROCESS_SETTINGS } from './process-settings.ts'

/** The service of a process that a test kills, on the database and the chain of a folder. */
export async function startChildService(dataDir: string, failpoint: (name: FailpointName) => void) {
  const log = pino({ level: 'error' }, pino.destination(2))
  const mails: string[] = []
  const { db, notifications, close } = await openDatabase({ dataDir, log })
  const relayer = privateKeyToAccount(await loadRelayerKey({ dataDir }))
  const chain = await openSandboxChain({ dataDir, relayer: relayer.address, log })
  const service = createService({
    db,
    notifications,
    chain,
    relayerSigners: [relayer],
    mailer: { send: async (mail) => void mails.push(mail.text) },
    settings: PROCESS_SETTINGS,
    log,
    relaySettings: { sweepMs: 200 },
    failpoint,
  })
  const ctx = await service.start()
  return {
    ctx,
    relayer: relayer.address,
    chainPid: () => chain.pid(),
    /** Requests a code and reads it from the mail. */
    codeFor: async (caller: Caller, email: string): Promise<string> => {
      await requestEmailVerification(ctx, caller, { body: { email } })
      return /\b[0-9]{6}\b/.exec(mails.at(-1) ?? '')?.[0] ?? ''
    },
    stop: async () => {
      await service.stop()
      await chain.close()
      await close()
    },
  }
}

const memorySchema = z.object({
  text: z.string(),
  passkey: z.object({ credentialId: z.string(), privateKey: z.string() }),
})

/** A passkey and a text that the first process on a folder creates and later ones read. */
export async function remembered(
  { dataDir, domain }: { dataDir: string; domain: string },
  make: (passkey: ReturnType<typeof createSoftwarePasskey>) => Promise<string>,
) {
  const path = join(dataDir, 'remembered.json')
  if (existsSync(path)) {
    const known = z.parse(memorySchema, JSON.parse(readFileSync(path, 'utf8')))
    return { text: known.text, passkey: createSoftwarePasskey(domain, known.passkey) }
  }
  const passkey = createSoftwarePasskey(domain)
  const text = await make(passkey)
  writeFileSync(path, JSON.stringify({ text, passkey: passkey.known }))
  return { text, passkey }
}

/** Prints a line immediately, because the process may be killed before it could print later. */
export function say(line: Record<string, unknown>): void {
  writeFileSync(1, `${JSON.stringify(line)}\n`)
}
