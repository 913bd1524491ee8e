import type { Sandbox } from './fill-sandbox.ts'
import type { Settings } from './settings.ts'

/** Prints where to click; `setup` is what there is to say of the setup link (`setupLinkText`). */
export function printPlaces(
  settings: Settings,
  { setup, sandbox }: { setup: string; sandbox: Sandbox | undefined },
): void {
  const places: [string, string][] = settings.role === 'service' ? [] : [['console', settings.publicUrl]]
  if (settings.upstream === undefined) places.push(['service', `${settings.publicUrl}/v1/baas`])
  else places.push(['upstream', settings.upstream.baseUrl])
  if (sandbox !== undefined) {
    places.push(['demo shop', sandbox.demoUrl], ['inbox', sandbox.inboxUrl])
  }
  const lines = places.map(([name, url]) => `  ${name.padEnd(11)}${url}`)
  process.stdout.write(`\n${lines.join('\n')}\n${setup}\n`)
}
