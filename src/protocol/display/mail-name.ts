import { harmlessText } from './text.ts'

const LENGTH_MAX = 60

/**
 * A foreign text, such as an organization's name, for a mail: harmless as on a screen, and without anything that mail
 * programs make links of: `http://evil.example/claim` is `http evil example claim`.
 */
export function mailName(text: string): string {
  return harmlessText(text.replace(/[:/\\@]|[.\u3002\uff0e\uff61](?=\S)/g, ' '), LENGTH_MAX).text
}
