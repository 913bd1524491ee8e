import type { Sandbox } from './fill-sandbox.ts'
import type { Settings } from './settings.ts'

/** Prints where to click; `setup` is what there is to say of the setup link (`setupLinkText`). */
export function printUrls(
  settings: Settings,
  { setup, sandbox }: { setup: string; sandbox: Sandbox | undefined },
): void {
  const urls: [string, string][] = settings.role === 'service' ? [] : [['console', settings.publicUrl]]
  if (settings.upstream === undefined) urls.push(['service', `${settings.publicUrl}/v1/baas`])
  else urls.push(['upstream', settings.upstream.baseUrl])
  if (sandbox !== undefined) {
    urls.push(['demo shop', sandbox.demoUrl], ['inbox', sandbox.inboxUrl])
  }
  const lines = urls.map(([name, url]) => `  ${name.padEnd(11)}${url}`)
  process.stdout.write(`\n${lines.join('\n')}\n${setup}\n`)
}
