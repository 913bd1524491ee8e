import { harmlessText } from './text.ts'

const LENGTH_MAX = 60

/**
 * An organization's name, or another text of strangers, for a mail: harmless as on a screen, and nothing that a mail
 * program makes a link of: `http://evil.example/claim` is `http evil example claim`.
 */
export function mailName(text: string): string {
  return harmlessText(text.replace(/[:/\\@]|[.\u3002\uff0e\uff61](?=\S)/g, ' '), LENGTH_MAX).text
}
