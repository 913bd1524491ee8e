import type { Plugin } from 'vite'

/** Writes every character beyond ASCII as an escape: a classic script is read in the page's encoding. */
export function asciiOnly(): Plugin {
  return {
    name: 'latchkey:ascii-only',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk') chunk.code = escapeBeyondAscii(chunk.code)
        }
      },
    },
  }
}

/** Code units as `\uXXXX`, which strings, templates and regular expressions all read. */
export function escapeBeyondAscii(code: string): string {
  // oxlint-disable-next-line no-control-regex -- the range is ASCII as a whole
  return code.replace(/[^\u0000-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
