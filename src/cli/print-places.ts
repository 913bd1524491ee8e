import type { Sandbox } from './fill-sandbox.ts'
import type { Settings } from './settings.ts'

/** Prints where to click. The setup link is a secret of one use; it is printed for the person at this terminal. */
export function printPlaces(
  settings: Settings,
  { setupUrl, sandbox }: { setupUrl: string | undefined; sandbox: Sandbox | undefined },
): void {
  const places: [string, string][] = settings.role === 'service' ? [] : [['console', settings.publicUrl]]
  if (settings.upstream === undefined) places.push(['service', `${settings.publicUrl}/v1/baas`])
  else places.push(['upstream', settings.upstream.baseUrl])
  if (sandbox !== undefined) {
    places.push(['demo shop', sandbox.demoUrl], ['inbox', sandbox.inboxUrl])
  }
  const lines = places.map(([name, url]) => `  ${name.padEnd(11)}${url}`)
  const first =
    setupUrl === undefined
      ? ''
      : `\n  Start here: enrol your passkey as the first administrator (valid for an hour)\n  ${setupUrl}\n`
  process.stdout.write(`\n${lines.join('\n')}\n${first}\n`)
}
