import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from './fill-sandbox.ts'
import type { Settings } from './settings.ts'
import { writeSecretFile } from '#server-kit/secrets/secret-file.ts'

/** Prints where to click; `setup` is the text about the setup link (`setupLinkText`). */
export function printUrls(settings: Settings, setup: string, sandbox: Sandbox | undefined): void {
  const urls: [string, string][] = settings.role === 'service' ? [] : [['console', settings.publicUrl]]
  if (settings.upstream === undefined) urls.push(['service', `${settings.publicUrl}/v1/baas`])
  else urls.push(['upstream', settings.upstream.baseUrl])
  if (sandbox !== undefined) {
    urls.push(['demo shop', sandbox.demoUrl], ['inbox', sandbox.inboxUrl])
  }
  const lines = urls.map(([name, url]) => `  ${name.padEnd(11)}${url}`)
  process.stdout.write(`\n${lines.join('\n')}\n${setup}\n`)
}

/**
 * What is printed about the setup link, which is a secret of one use: the link itself for the person at a terminal and
 * in a sandbox; elsewhere, where output is logged, the file that holds it (ADR 0026).
 */
export async function setupLinkText(parts: {
  /** Absent once there is an administrator. */
  setupUrl: string | undefined
  dataDir: string
  isPrintable: boolean
}): Promise<string> {
  const { setupUrl, dataDir, isPrintable } = parts
  const path = join(dataDir, 'setup-link')
  if (setupUrl === undefined || isPrintable) await rm(path, { force: true })
  if (setupUrl === undefined) return ''
  if (isPrintable) {
    return `\n  Start here: enrol your passkey as the first administrator (valid for an hour)\n  ${setupUrl}\n`
  }
  await writeSecretFile(path, setupUrl)
  return `\n  Start here: the first administrator enrols a passkey by the link in this file (valid for an hour)\n  ${path}\n`
}
