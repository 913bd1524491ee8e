import type { Plugin } from 'vite'
import { afterPage, buildScript } from './build-page.ts'

/** After the console: builds the script and the style of `verify-receipt.html` beside it. */
export function buildReceipt(outDir: string): Plugin {
  const lib = {
    entry: 'src/web/receipt/main.tsx',
    name: 'verifyReceipt',
    fileName: () => 'verify-receipt.js',
    cssFileName: 'verify-receipt',
  }
  return afterPage('build-receipt', () => buildScript({ lib, outDir }))
}
